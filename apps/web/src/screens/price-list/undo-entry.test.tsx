import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import { UndoEntry } from './undo-entry.tsx';

const change = { ord: { from: 1, to: 2 } };

it.each([
  ['a change', 'update', change, 1],
  ['a save that changed nothing', 'update', {}, 0],
  ['the making of the list', 'create', change, 0],
  ['an assignment to a branch', 'assign', change, 0],
])(
  'the history of a price list offers Undo for what can be undone: %s',
  async (_, action, changes, count) => {
    mockServer({ [api.priceList.undo.path.replace('{id}', '7')]: () => ({ results: {} }) });
    const page = (
      <>
        <p>History</p>
        <UndoEntry id={7} entry={{ id: 3, action, changes }} />
      </>
    );
    await renderApp({ '/': page }, '/');
    await screen.findByText('History');
    expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(count);
  },
);
