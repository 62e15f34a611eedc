import { ITEMS_MAX } from 'virtual:facts';
import { isGtin, toLatinDigits } from '@dukkan/commerce';
import { useEffect, useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { type FieldControl, FormInput, LinesField, Link } from '../../kit/index.ts';
import { toFieldText } from '../../lib/form/field-text.ts';
import { focusField } from '../../lib/form/form-errors.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { createScanDetector } from '../../lib/scan.ts';
import { settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { ScanHint } from '../../shared/scan-hint.tsx';
import { Input as TextInput } from '../../ui/index.ts';
import { freshItem } from './default-values.ts';
import { getItemFields } from './fields.ts';
import { createShopBarcode } from './shop-barcode.ts';

/** A barcode that another product already has, from the failure of a save. */
export type TakenBarcode = { barcode: string; product_id: number; title: string };

type Line = { barcode: string | null };

/** The pause in typing, in milliseconds, after which a code is checked. */
const REST = 500;

/** The items of a product, each with its own barcode. A scan anywhere on the form fills the next free line. */
export const Items = ({ taken }: { taken: TakenBarcode | null }) => {
  const { t } = useTranslation('product');
  const { getValues, setValue, trigger } = useFormContext();
  const place = (code: string) => {
    const lines = getValues('items') as Line[];
    const existingIndex = lines.findIndex((line) => line.barcode === code);
    const free = lines.findIndex((line) => !line.barcode);
    const at = existingIndex >= 0 ? existingIndex : free >= 0 ? free : lines.length;
    if (at >= ITEMS_MAX) return;
    const path = `items.${at}.barcode`;
    if (at === lines.length)
      setValue('items', [...lines, { ...freshItem, barcode: code }], { shouldDirty: true });
    else setValue(path, code, { shouldDirty: true });
    void trigger(path);
    // after the line is rendered
    setTimeout(() => focusField(path));
  };
  useScanAnywhere((code, boxed) => {
    const isKnown = (getValues('items') as Line[]).some((line) => line.barcode === code);
    if (settleScan(code, boxed, isKnown)) place(code);
  });
  return (
    <div className="[&_legend]:sr-only max-sm:[&_li]:flex-wrap max-sm:[&_li]:justify-end max-sm:[&_li>*]:mt-0! max-sm:[&_li>div]:basis-full sm:[&_li:not(:first-child)_label]:sr-only sm:[&_li:not(:first-child)>button]:mt-1 sm:[&_li:not(:first-child)>span]:mt-1">
      <LinesField
        name="items"
        legend={t('item.legend')}
        addLabel={t('item.add')}
        removeLabel={(index) => t('item.remove', { number: index + 1 })}
        moveLabels={{
          earlier: (index) => t('item.earlier', { number: index + 1 }),
          later: (index) => t('item.later', { number: index + 1 }),
        }}
        fresh={freshItem}
        max={ITEMS_MAX}
        min={1}
        beside={
          <div className="text-sm text-subtle">
            <ScanHint text={t('item.scan_hint')} />
          </div>
        }
      >
        {(path) => <ItemLine path={path} taken={taken} place={place} />}
      </LinesField>
    </div>
  );
};

type Place = (barcode: string) => void;

const ItemLine = ({ path, taken, place }: { path: string; taken: TakenBarcode | null; place: Place }) => {
  const { t } = useTranslation('product');
  const of = getItemFields(path);
  // compares the value instead of using the error, because a click on the link leaves the field and clears the error
  const code: unknown = useWatch({ name: of.barcode.name });
  const refused = code === taken?.barcode;
  const { setValue } = useFormContext();
  return (
    <div className="grid gap-x-3 gap-y-2 max-sm:grid-cols-2 max-sm:[&>:nth-child(-n+2)]:col-span-2 sm:grid-cols-[minmax(9rem,1fr)_minmax(6rem,8rem)_5.5rem_6.5rem_minmax(7rem,9rem)]">
      <FormInput
        of={of.barcode}
        hint={
          taken && refused ? (
            <Link to={paths.product(taken.product_id)} className="text-primary-text hover:underline">
              {t('item.taken', { title: isolateBidi(taken.title) })}
            </Link>
          ) : code ? null : (
            <button
              type="button"
              className="text-primary-text hover:underline"
              onClick={() => {
                setValue(of.barcode.name, createShopBarcode(), { shouldDirty: true, shouldValidate: true });
                // this button goes with the empty box
                focusField(of.barcode.name);
              }}
            >
              {t('item.create_barcode')}
            </button>
          )
        }
      >
        {(control) => <BarcodeInput path={of.barcode.name} place={place} {...control} />}
      </FormInput>
      <FormInput of={of.option} />
      <FormInput of={of.pack} />
      <FormInput of={of.minimum} />
      <FormInput of={of.price} />
    </div>
  );
};

/**
 * A barcode box: converts to Latin digits, checks the check digit, and Enter moves to the next line. A scan into a line
 * that already has a barcode goes to the next free line; a rejected or selected barcode is replaced.
 */
const BarcodeInput = ({
  path,
  place,
  value,
  onChange,
  onBlur,
}: FieldControl & { path: string; place: Place }) => {
  const { trigger, getFieldState } = useFormContext();
  const { isSubmitting } = useFormState();
  const saved = useWatch({ name: path }) as string | null;
  const text = toFieldText(value);
  const read = useRef(createScanDetector());
  // the text before the scan, restored when the scan goes to another line
  const before = useRef('');
  useEffect(() => {
    // a complete code is checked while the focus is still in the field; a shorter one may still grow
    // a save checks the code too, and a check that ends after its answer would take away the server's error
    if (isSubmitting || !isGtin(saved ?? '')) return;
    const timer = setTimeout(() => {
      // keeps an error from the server
      if (!getFieldState(path).invalid) void trigger(path);
    }, REST);
    return () => clearTimeout(timer);
  }, [saved, isSubmitting, path, trigger, getFieldState]);
  return (
    <TextInput
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      className="tabular"
      data-hears-scan=""
      value={text}
      onChange={(event) => onChange(toLatinDigits(event.target.value))}
      onBlur={onBlur}
      onKeyDown={(event) => {
        const { key, code, shiftKey, timeStamp, currentTarget: input } = event;
        const reading = read.current({ key, code, shiftKey, at: timeStamp });
        if (reading === null && key.length === 1) {
          const isRefused = getFieldState(path).invalid;
          before.current = isRefused || input.selectionStart !== input.selectionEnd ? '' : text;
        }
        if (reading !== null && typeof reading === 'object') {
          onChange(before.current || reading.code);
          if (before.current) {
            // Tab too, because the code goes to another line
            event.preventDefault();
            place(reading.code);
            return;
          }
        }
        // a scanner sends Enter at the end, which must not submit the form
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        void trigger(path);
        const next = path.replace(/\d+/, (number) => String(Number(number) + 1));
        focusField(next);
      }}
    />
  );
};
