import { api } from '@dukkan/contract';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { initTexts } from '../lib/i18n.ts';
import { FinalWords } from './final-words.tsx';

beforeAll(() => initTexts([]));

const sources = Object.entries(
  import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([name, text]) => ({ name, text }));

/** Deletions that no `restore` undoes, as the source calls them. */
const finalDeletions = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) =>
    endpoint.kind === 'remove' && !('restore' in endpoints) ? [`api.${group}.${name}`] : [],
  ),
);

it('every permanent deletion is confirmed with the words of the specification', () => {
  expect(finalDeletions).toContain('api.gateway.remove');
  const silent = finalDeletions.flatMap((call) =>
    sources
      .filter(({ text }) => new RegExp(`(useWrite|callApi)\\(${call.replaceAll('.', '\\.')}\\b`).test(text))
      .filter(({ text }) => !text.includes('<FinalWords'))
      .map(({ name }) => `${call} in ${name}`),
  );
  expect(silent).toEqual([]);
});

it('the confirmation words follow the line with the consequence, two for a deletion and one for another change', () => {
  const { rerender, container } = render(<FinalWords deletes>The counts are lost.</FinalWords>);
  expect(container.textContent).toBe(
    "The counts are lost.It will be permanently deleted, are you sure?You won't be able to revert this",
  );
  rerender(<FinalWords>Tills can no longer sign.</FinalWords>);
  expect(screen.queryByText(/permanently deleted/)).toBeNull();
  expect(screen.getByText("You won't be able to revert this")).toBeDefined();
});
