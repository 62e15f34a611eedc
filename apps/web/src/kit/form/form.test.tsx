import { api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { defineFields, FormDialog, FormInput, FormPage, statusFact, useDraft } from '../index.ts';
import { createPageMeta, mockServer, type Reply, renderApp } from '../test-utils.tsx';

type Role = RowOf<typeof api.role.list>;

const f = defineFields({ titles: { kind: 'localized' }, permissions: { kind: 'text' } });

const stored: Role = {
  id: 7,
  key: null,
  title: 'Cashier',
  titles: { ar: 'أمين صندوق', en: 'Cashier', de: '' },
  permissions: [],
  icon: null,
  global: 0,
  status: 1,
  accounts_count: 0,
  version: 3,
  actions: ['save'],
};

const start = (record: Role | null) => ({
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  status: (record?.status ?? 1) as 0 | 1,
});

type RoleFormProps = { record: Role | null; theirs?: Role; needs?: () => string[] };

const RoleForm = ({ record, theirs = stored, needs }: RoleFormProps) => {
  const [said, setSaid] = useState('');
  const draft = useDraft(api.role.save, {
    facts: { ...f, status: statusFact },
    record,
    defaults: start,
    read: async () => theirs,
    success: 'Saved',
    onSaved: (result) => setSaid(`stored ${result.version}`),
    keep: 'role.test',
    ...(needs ? { needs } : {}),
  });
  return (
    <>
      <FormPage draft={draft} title="Role" back={{ to: '/roles', label: 'Roles' }}>
        <FormInput of={f.titles} required />
        <FormInput of={statusFact} />
      </FormPage>
      <p>{said}</p>
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
};

const FormUnderDialog = () => {
  const draft = useDraft(api.role.save, {
    facts: f,
    record: null,
    defaults: start,
    success: '',
    onSaved: () => undefined,
  });
  return (
    <>
      <RoleForm record={stored} />
      <FormProvider {...draft.form}>
        <FormDialog title="New role" action="Add" busy={false} onSubmit={vi.fn()} onClose={vi.fn()}>
          <FormInput of={f.titles} />
        </FormDialog>
      </FormProvider>
    </>
  );
};

const pages = (form: React.ReactNode) => ({
  '/role': form,
  '/roles': <p>All roles</p>,
  '/elsewhere': <p>Somewhere else</p>,
});

const saved = (body: Record<string, unknown>): Reply => ({
  results: { ...stored, ...body, version: 4, created_at: '', updated_at: '' },
  meta: createPageMeta(1),
});

const english = () => screen.getByRole('textbox', { name: /Titles/ });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('forms', () => {
  it('a form sends the changed fields and the version it was read at', async () => {
    const { of } = mockServer({ [api.role.save.path]: saved });
    await renderApp(pages(<RoleForm record={stored} />), '/role');
    await userEvent.clear(english());
    await userEvent.type(english(), 'Till');
    await screen.findByText('1 unsaved change');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('stored 4');
    expect(of(api.role.save)).toEqual([
      { id: 7, version: 3, titles: { ar: 'أمين صندوق', en: 'Till', de: null } },
    ]);
    expect(screen.queryByText('1 unsaved change')).toBeNull();
  });

  it('a form shares no id with the form of a dialog above it, so that each label belongs to its own field', async () => {
    mockServer({});
    await renderApp(pages(<FormUnderDialog />), '/role');
    const dialog = await screen.findByRole('dialog', { name: 'New role' });
    expect(within(dialog).getByRole('textbox', { name: /Titles/ })).toBeTruthy();
    expect(screen.getAllByRole('textbox', { name: /Titles/, hidden: true })).toHaveLength(2);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('text typed during a save stays and is saved next on top of the answer', async () => {
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { of } = mockServer({
      [api.role.save.path]: async (body) => {
        await isAnswered;
        return saved(body);
      },
    });
    await renderApp(pages(<RoleForm record={stored} />), '/role');
    await userEvent.type(english(), ' 2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(of(api.role.save)).toHaveLength(1));
    await userEvent.type(english(), '3');
    answer();
    await screen.findByText('stored 4');
    expect((english() as HTMLInputElement).value).toBe('Cashier 23');
    await screen.findByText('1 unsaved change');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(of(api.role.save)).toEqual([
        { id: 7, version: 3, titles: { ar: 'أمين صندوق', en: 'Cashier 2', de: null } },
        { id: 7, version: 4, titles: { ar: 'أمين صندوق', en: 'Cashier 23', de: null } },
      ]),
    );
  });

  it("a form shows the contract's error when a field is left and removes it once it is corrected", async () => {
    mockServer({});
    await renderApp(pages(<RoleForm record={null} />), '/role');
    await userEvent.click(english());
    await userEvent.tab();
    await screen.findByText('The Titles field is required.');
    expect(english().getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(english(), 'T');
    await waitFor(() => expect(screen.queryByText('The Titles field is required.')).toBeNull());
  });

  it('a form shows no error while the pointer is down, so that the clicked element does not move', async () => {
    mockServer({});
    const user = userEvent.setup();
    await renderApp(pages(<RoleForm record={null} />), '/role');
    await user.click(english());
    const link = screen.getByRole('link', { name: 'Elsewhere' });
    await user.pointer({ target: link, keys: '[MouseLeft>]' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('The Titles field is required.')).toBeNull();
    await user.pointer({ target: document.body, keys: '[/MouseLeft]' });
    await screen.findByText('The Titles field is required.');
  });

  it('a form shows errors that depend on other values together with all others', async () => {
    const { of } = mockServer({});
    await renderApp(pages(<RoleForm record={null} needs={() => ['status']} />), '/role');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const summary = await screen.findByRole('alert');
    within(summary).getByRole('link', { name: 'The Titles field is required.' });
    within(summary).getByRole('link', { name: 'The Status field is required.' });
    expect(of(api.role.save)).toEqual([]);
  });

  it('a form with errors sends nothing, lists the errors and focuses the first', async () => {
    const { of } = mockServer({});
    await renderApp(pages(<RoleForm record={null} />), '/role');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const summary = await screen.findByRole('alert');
    within(summary).getByRole('link', { name: 'The Titles field is required.' });
    expect(of(api.role.save)).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(english()));
  });

  it("a form shows the server's errors on their fields", async () => {
    mockServer({
      [api.role.save.path]: () => ({
        status: 422,
        failure: {
          code: 'request.invalid',
          errors: { 'titles.de': ['Das gibt es schon.'], status: ['Not now.'] },
        },
      }),
    });
    await renderApp(pages(<RoleForm record={stored} />), '/role');
    await userEvent.type(english(), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('Not now.')).toHaveLength(2);
    // the tab of the language with the error opens, and its field has the focus
    expect(screen.getByRole('button', { name: /^Deutsch/ }).getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(document.activeElement?.closest('[lang]')?.getAttribute('lang')).toBe('de'));
  });

  it('a form shows both versions after a conflict and saves the choice on top of the newer one', async () => {
    const theirs: Role = {
      ...stored,
      version: 9,
      status: 0,
      titles: { ar: 'أمين صندوق', en: 'Counter', de: '' },
    };
    const { of } = mockServer({
      [api.role.save.path]: (body) =>
        body.version === 9
          ? saved(body)
          : { status: 409, failure: { code: 'record.stale', params: { version: 9 } } },
    });
    await renderApp(pages(<RoleForm record={stored} theirs={theirs} />), '/role');
    await userEvent.clear(english());
    await userEvent.type(english(), 'Till');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else has changed this record' });
    within(dialog).getByText('Till');
    within(dialog).getByText('Counter');
    // only the user changed the titles, and only the other user the status: each starts with the changed side
    const [title, status] = within(dialog).getAllByRole('radiogroup');
    const chosen = (group: HTMLElement | undefined) =>
      group &&
      within(group)
        .getAllByRole('radio')
        .findIndex((radio) => radio.getAttribute('aria-checked') === 'true');
    expect([chosen(title), chosen(status)]).toEqual([0, 1]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    await screen.findByText('stored 4');
    expect(of(api.role.save).at(-1)).toEqual({
      id: 7,
      version: 9,
      titles: { ar: 'أمين صندوق', en: 'Till', de: null },
    });
  });

  it('a form that takes the newer version after a conflict has nothing left to send', async () => {
    const theirs: Role = { ...stored, version: 9, titles: { ar: 'أمين صندوق', en: 'Counter', de: '' } };
    const { of } = mockServer({
      [api.role.save.path]: (body) =>
        body.version === 9
          ? saved(body)
          : { status: 409, failure: { code: 'record.stale', params: { version: 9 } } },
    });
    await renderApp(pages(<RoleForm record={stored} theirs={theirs} />), '/role');
    await userEvent.type(english(), ' 2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('radio', { name: /Theirs/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((english() as HTMLInputElement).value).toBe('Counter');
    expect(of(api.role.save)).toHaveLength(1);
  });

  it('a form asks before unsaved changes are left, and not without changes', async () => {
    mockServer({});
    await renderApp(pages(<RoleForm record={stored} />), '/role');
    await userEvent.type(english(), '!');
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(screen.queryByText('Somewhere else')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('Somewhere else');
  });

  it('a form stores typed values on the device and offers them again', async () => {
    mockServer({});
    const first = await renderApp(pages(<RoleForm record={stored} />), '/role');
    await userEvent.type(english(), ' of the night');
    await waitFor(() => expect(localStorage.getItem('dukkan.draft.1.role.test')).toContain('of the night'), {
      timeout: 2000,
    });
    first.unmount();
    await renderApp(pages(<RoleForm record={stored} />), '/role');
    expect((english() as HTMLInputElement).value).toBe('Cashier');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((english() as HTMLInputElement).value).toBe('Cashier of the night');
  });

  const kept = (values: object, version: number) =>
    localStorage.setItem(
      'dukkan.draft.1.role.test',
      JSON.stringify({ at: new Date().toISOString(), values, version }),
    );

  it('restoring a draft of an older version opens the comparison and overwrites nothing unseen', async () => {
    kept({ titles: { ar: 'أمين صندوق', en: 'Night', de: null } }, 2);
    const { of } = mockServer({
      [api.role.save.path]: (body) =>
        body.version === 3
          ? saved(body)
          : { status: 409, failure: { code: 'record.stale', params: { version: 3 } } },
    });
    const theirs = { ...stored, titles: { ar: 'أمين صندوق', en: 'Counter', de: '' } };
    await renderApp(pages(<RoleForm record={stored} theirs={theirs} />), '/role');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('dialog');
    expect(of(api.role.save)).toMatchObject([{ version: 2 }]);
  });

  it('text typed while a draft is offered is stored separately and stays when the draft is restored', async () => {
    kept({ titles: { ar: 'أمين صندوق', en: 'Night', de: null } }, 3);
    mockServer({});
    const first = await renderApp(pages(<RoleForm record={stored} />), '/role');
    await screen.findByRole('button', { name: 'Restore' });
    await userEvent.type(english(), ' 7');
    await waitFor(
      () => expect(localStorage.getItem('dukkan.draft.1.role.test.meanwhile')).toContain('Cashier 7'),
      { timeout: 2000 },
    );
    expect(localStorage.getItem('dukkan.draft.1.role.test')).toContain('Night');
    first.unmount();
    await renderApp(pages(<RoleForm record={stored} />), '/role');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((english() as HTMLInputElement).value).toBe('Cashier 7');
  });

  it('a form is saved by Ctrl+S from anywhere on the page', async () => {
    const { of } = mockServer({ [api.role.save.path]: saved });
    await renderApp(pages(<RoleForm record={stored} />), '/role');
    await userEvent.type(english(), '!');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(of(api.role.save)).toHaveLength(1));
  });
});

describe('the first box of a new record', () => {
  const withMouse = (isFine: boolean) =>
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: isFine && query === '(pointer: fine)',
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }));
  afterEach(() => vi.unstubAllGlobals());

  it('a new form has the focus in its first box, and checks it only after something was typed', async () => {
    withMouse(true);
    mockServer({});
    await renderApp(pages(<RoleForm record={null} />), '/role');
    const box = await screen.findByRole<HTMLInputElement>('textbox');
    await waitFor(() => expect(document.activeElement).toBe(box));
    await userEvent.click(screen.getByText('Role', { selector: 'h1' }));
    expect(document.activeElement).not.toBe(box);
    expect(box.getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.type(box, 'x{Backspace}');
    await userEvent.tab();
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  });

  it.each([
    ['a stored record is opened', true, stored],
    ['fingers type', false, null],
  ])('the first box has no focus when %s', async (_when, isFine, record) => {
    withMouse(isFine);
    mockServer({});
    await renderApp(pages(<RoleForm record={record} />), '/role');
    const box = await screen.findByRole('textbox');
    expect(document.activeElement).not.toBe(box);
  });
});
