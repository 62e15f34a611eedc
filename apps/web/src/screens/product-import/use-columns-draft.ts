import type { ImportField } from '@dukkan/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { type Import, startEndpointOf } from './import.ts';
import {
  assignColumnField,
  type FieldByColumn,
  isSameMapping,
  loadRememberedMapping,
  saveRememberedMapping,
  tellsRecords,
  toColumnByField,
  toFieldByColumn,
} from './mapping.ts';

/** Where a choice of columns came from: the import itself, an earlier file of this shape, the server's guess. */
export type MappingOrigin = 'stored' | 'remembered' | 'guessed';

type Mode = Import['mode'];

function firstChoice(row: Import, account: number): { chosen: FieldByColumn; origin: MappingOrigin } {
  const stored = toFieldByColumn(row, row.mapping);
  const guess = toFieldByColumn(row, row.guess);
  // until somebody has chosen, what is stored is the guess
  const isUntouched = isSameMapping(stored, guess) || Object.keys(stored).length === 0;
  if (!isUntouched || row.state !== 'mapping') return { chosen: stored, origin: 'stored' };
  const remembered = loadRememberedMapping(account, row);
  if (remembered && !isSameMapping(remembered, guess)) return { chosen: remembered, origin: 'remembered' };
  return { chosen: guess, origin: 'guessed' };
}

/** What is being chosen about an import's columns, and the two ways to send it: look again, check. */
export function useImportSetupDraft(row: Import, onImportChange: (row: Import) => void) {
  const { t } = useTranslation(['product-import', 'failures']);
  const { user, can } = useSession();
  const account = user?.id ?? 0;
  const shell = useBranch();
  const guess = toFieldByColumn(row, row.guess);
  const [{ chosen, origin }, setChoice] = useState(() => firstChoice(row, account));
  const [mode, setMode] = useState<Mode>(row.mode);
  const [free, setFree] = useState(row.free);
  const [receive, setReceive] = useState(row.receive);
  const only = useOnlyBranch();
  const [picked, setBranch] = useState(row.branch_id ?? shell);
  // where there is one branch nobody is asked for it
  const branch = picked ?? only;
  const [address] = useSearchParams();
  // an import that was begun from a price list is meant for it
  const from =
    row.kind === 'price' && /^[1-9]\d{0,9}$/.test(address.get('list') ?? '')
      ? Number(address.get('list'))
      : null;
  const [isListed, setListed] = useState(row.price_list !== null || from !== null);
  const [list, setList] = useState(row.price_list?.id ?? from);
  const [startRow, setStartRow] = useState(String(row.start_row));
  const [asked, setAsked] = useState(false);
  const { submit, busy, failure } = useWrite(startEndpointOf(row.kind), {
    silent: true,
    onSuccess: onImportChange,
  });

  const fields = new Set<ImportField>(Object.values(chosen));
  // a price list gives nothing away
  const hasFreeChoice = fields.has('price') && !(row.kind === 'price' && isListed);
  const start = /^[1-9]\d{0,6}$/.test(startRow.trim()) ? Number(startRow.trim()) : null;
  const wrong = {
    start_row: start === null ? t('product-import:wrong.start_row') : undefined,
    mapping: !tellsRecords(row.kind, fields)
      ? t(`failures:import.${row.kind === 'customer' ? 'phone_column_missing' : 'mapping_missing'}`)
      : row.kind === 'price' && fields.size < 2
        ? t('product-import:wrong.price_mapping')
        : undefined,
    price_list: isListed && list === null ? t('product-import:wrong.price_list') : undefined,
  };

  /** Reads the file's columns anew, from another sheet or another first row. */
  const look = (change: { sheet?: string; start_row?: number }) =>
    submit({ id: row.id, ...(row.sheet === null ? {} : { sheet: row.sheet }), ...change });

  const check = async (): Promise<boolean> => {
    setAsked(true);
    if (wrong.mapping || wrong.start_row || wrong.price_list || start === null) return false;
    const receives = receive && fields.has('quantity');
    const target =
      row.kind === 'price'
        ? { price_list: isListed ? list : null }
        : row.kind === 'customer'
          ? { mode }
          : { mode, receive: receives, ...(receives && branch !== null ? { branch_id: branch } : {}) };
    const input = {
      id: row.id,
      ...(row.sheet === null ? {} : { sheet: row.sheet }),
      start_row: start,
      mapping: toColumnByField(row.kind, chosen),
      ...target,
      ...(row.kind === 'customer' ? {} : { free: hasFreeChoice && free }),
      dry_run: true,
    };
    const done = await submit(input as never);
    if (done) saveRememberedMapping(account, row, chosen);
    return done !== undefined;
  };

  return {
    chosen,
    origin,
    guess,
    fields,
    mode,
    setMode,
    /** Whether a price of 0 means given away, and whether the choice of columns leaves that open. */
    free,
    setFree,
    hasFreeChoice,
    /** Whether the quantities are brought in, and where; null leaves the branch to the server. */
    arrival: { may: can(api.receipt.save), receive, setReceive, branch, setBranch },
    /** Whose prices change. */
    prices: { may: can(api.priceList.save), isListed, setListed, list, setList },
    startRow,
    setStartRow,
    start,
    /** What is missing, once it was asked for; what the server said wins. */
    errorOf: (name: 'mapping' | 'start_row' | 'sheet' | 'branch_id' | 'price_list'): string | undefined =>
      failure?.errors[name]?.[0] ??
      (asked && name !== 'sheet' && name !== 'branch_id' ? wrong[name] : undefined),
    choose: (column: string, field: ImportField | null) =>
      setChoice((now) => ({ ...now, chosen: assignColumnField(now.chosen, column, field) })),
    takeGuess: () => setChoice({ chosen: guess, origin: 'guessed' }),
    look,
    check,
    busy,
    failure,
  };
}
