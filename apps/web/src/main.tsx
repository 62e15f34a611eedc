import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { syncBranchWithUrl } from './app/address-branch.ts';
import { applyAppearanceOnChange } from './app/appearance.ts';
import { createRouter } from './app/router.tsx';
import { KitProvider } from './kit/kit-provider.tsx';
import { LeaveBlocker } from './kit/leave-blocker.tsx';
import { getTextDirection, initTexts, useLocale } from './lib/i18n.ts';
import { lazyChunk } from './lib/server/lazy-chunk.ts';
import { watchPreferences } from './lib/server/preferences.ts';
import { queryClient } from './lib/server/query-cache.ts';
import { loadAndVerifySession, watchSession } from './lib/server/session.ts';

// a file dropped beside a drop area would replace the page and lose unsaved input
for (const type of ['dragover', 'drop'])
  addEventListener(type, (event) => {
    if (event instanceof DragEvent && event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });

watchSession();
watchPreferences();
applyAppearanceOnChange();
// loads the user while the texts load
void loadAndVerifySession();
await initTexts(['shell']);

const router = createRouter();
syncBranchWithUrl(router);

const leaveQuestion = {
  Question: lazyChunk(() => import('./kit/leave-question.tsx')),
  Blocker: LeaveBlocker,
};

const App = () => (
  <QueryClientProvider client={queryClient}>
    <KitProvider dir={getTextDirection(useLocale())} leaveQuestion={leaveQuestion}>
      <RouterProvider router={router} />
    </KitProvider>
  </QueryClientProvider>
);

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
