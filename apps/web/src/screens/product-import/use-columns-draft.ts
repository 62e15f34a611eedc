import type { ImportField } from '@dukkan/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { getStartEndpoint, type Import } from './import.ts';
import {
  assignColumnField,
  type FieldByColumn,
  hasIdentifyingField,
  isSameMapping,
  loadRememberedMapping,
  saveRememberedMapping,
  toColumnByField,
  toFieldByColumn,
} from './mapping.ts';

/** The source of a mapping: the import itself, an earlier file of this shape, or the server's guess. */
export type MappingOrigin = 'stored' | 'remembered' | 'guessed';

type Mode = Import['mode'];

function firstChoice(row: Import, account: number): { chosen: FieldByColumn; origin: MappingOrigin } {
  const stored = toFieldByColumn(row, row.mapping);
  const guess = toFieldByColumn(row, row.guess);
  // until the user selects columns, the stored mapping is the guess
  const isUntouched = isSameMapping(stored, guess) || Object.keys(stored).length === 0;
  if (!isUntouched || row.state !== 'mapping') return { chosen: stored, origin: 'stored' };
  const remembered = loadRememberedMapping(account, row);
  if (remembered && !isSameMapping(remembered, guess)) return { chosen: remembered, origin: 'remembered' };
  return { chosen: guess, origin: 'guessed' };
}

/** Manages the settings of an import's columns, and the two ways to send them: read again, or check. */
export function useImportSetupDraft(row: Import, onImportChange: (row: Import) => void) {
  const { t } = useTranslation(['product-import', 'failures']);
  const { user, can } = useSession();
  const account = user?.id ?? 0;
  const shell = useBranch();
  const guess = toFieldByColumn(row, row.guess);
  const [{ chosen, origin }, setChoice] = useState(() => firstChoice(row, account));
  const [mode, setMode] = useState<Mode>(row.mode);
  const [free, setFree] = useState(row.free);
  const [receive, setReceive] = useState(row.receive || (row.suggests_receive && can(api.receipt.save)));
  const only = useOnlyBranch();
  const [picked, setBranch] = useState(row.branch_id ?? shell);
  // a shop with one branch needs no choice
  const branch = picked ?? only;
  const [address] = useSearchParams();
  // an import started from a price list changes that list
  const from =
    row.kind === 'price' && /^[1-9]\d{0,9}$/.test(address.get('list') ?? '')
      ? Number(address.get('list'))
      : null;
  const [isListed, setListed] = useState(row.price_list !== null || from !== null);
  const [list, setList] = useState(row.price_list?.id ?? from);
  const [startRow, setStartRow] = useState(String(row.start_row));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { submit, busy, failure } = useWrite(getStartEndpoint(row.kind), {
    silent: true,
    onSuccess: onImportChange,
  });

  const fields = new Set<ImportField>(Object.values(chosen));
  // free products exist only for base prices, not in a price list
  const hasFreeChoice = fields.has('price') && !(row.kind === 'price' && isListed);
  const start = /^[1-9]\d{0,6}$/.test(startRow.trim()) ? Number(startRow.trim()) : null;
  const wrong = {
    start_row: start === null ? t('product-import:wrong.start_row') : undefined,
    mapping: !hasIdentifyingField(row.kind, fields)
      ? t(`failures:import.${row.kind === 'customer' ? 'phone_column_missing' : 'mapping_missing'}`)
      : row.kind === 'price' && fields.size < 2
        ? t('product-import:wrong.price_mapping')
        : undefined,
    price_list: isListed && list === null ? t('product-import:wrong.price_list') : undefined,
  };

  /** Reads the file's columns again, from another sheet or first row. */
  const look = (change: { sheet?: string; start_row?: number }) =>
    submit({ id: row.id, ...(row.sheet === null ? {} : { sheet: row.sheet }), ...change });

  const check = async (): Promise<boolean> => {
    setIsSubmitted(true);
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
    /** Whether a price of 0 means free, and whether the selected columns make this a choice. */
    free,
    setFree,
    hasFreeChoice,
    /** Whether the quantities are added to the stock, and where; with null the server decides the branch. */
    arrival: { may: can(api.receipt.save), receive, setReceive, branch, setBranch },
    /** Whether base prices or those of a price list change. */
    prices: { may: can(api.priceList.save), isListed, setListed, list, setList },
    startRow,
    setStartRow,
    start,
    /** Returns a field's error: the server's, else a missing value after the first attempt. */
    errorOf: (name: 'mapping' | 'start_row' | 'sheet' | 'branch_id' | 'price_list'): string | undefined =>
      failure?.errors[name]?.[0] ??
      (isSubmitted && name !== 'sheet' && name !== 'branch_id' ? wrong[name] : undefined),
    choose: (column: string, field: ImportField | null) =>
      setChoice((now) => ({ ...now, chosen: assignColumnField(now.chosen, column, field) })),
    takeGuess: () => setChoice({ chosen: guess, origin: 'guessed' }),
    look,
    check,
    busy,
    failure,
  };
}
