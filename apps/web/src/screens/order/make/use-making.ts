import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../../lib/api.ts';
import { useBranch } from '../../../lib/branch.ts';
import { CallFailure, call } from '../../../lib/call.ts';
import { keepDraft, readDraft } from '../../../lib/draft-store.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLeaveQuestion } from '../../../lib/leave.ts';
import { paths } from '../../../lib/paths.ts';
import { useWrite } from '../../../lib/read.ts';
import { useSession } from '../../../lib/session.ts';
import { toastFailure, toastSuccess } from '../../../lib/toast.ts';
import {
  besidesOf,
  bodyOf,
  cartOf,
  type Draft,
  draftShape,
  EMPTY,
  type Goods,
  isPlaced,
  placeOf,
  withGoods,
} from './draft.ts';
import { usePlaceQuote } from './use-place-quote.ts';
import { usePrice } from './use-price.ts';

const NAME = 'order.new';
const KEEP_AFTER = 500;
/** A wrong code is asked for once: each try counts. */
const WRONG_CODES: readonly (string | null)[] = ['coupon.unknown', 'coupon.limited'];
/** Said beside the field of the code and not of the cart. */
const isCoupon = (code: string | null): boolean => code?.startsWith('coupon.') ?? false;

function keptDraft(): Draft | null {
  const kept = draftShape.safeParse(readDraft(NAME)?.values);
  return kept.success ? kept.data : null;
}

const isTouched = (draft: Draft): boolean => JSON.stringify(draft) !== JSON.stringify(EMPTY);

/** An order that is taken down: what was said so far, what it costs, and what happens when it is placed. */
export function useMaking() {
  const { t } = useTranslation(['order', 'kit']);
  const navigate = useNavigate();
  const { can, user } = useSession();
  const chosenBranch = useBranch();
  const [draft, setDraft] = useState<Draft>(() => keptDraft() ?? EMPTY);
  const [isRestored, setRestored] = useState(() => keptDraft() !== null);
  const [tried, setTried] = useState(false);
  const [wrongCode, setWrongCode] = useState<{ code: string; text: string } | null>(null);
  const placed = useRef(false);
  const touched = isTouched(draft);

  const content = JSON.stringify(draft);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!placed.current) keepDraft(NAME, touched ? (JSON.parse(content) as Draft) : null);
    }, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [content, touched]);

  const place = usePlaceQuote(draft);
  // who works in one branch need not say which
  const only = user?.branches.length === 1 && !user.all_branches ? (user.branches[0]?.id ?? null) : null;
  const branch_id = draft.branch_id ?? place.quote?.branch_id ?? chosenBranch ?? only;
  const coupon = draft.coupon === '' || wrongCode?.code === draft.coupon ? null : draft.coupon;
  // without a branch there is no price: each has its own prices and stock
  const body = branch_id === null ? null : bodyOf({ ...draft, branch_id }, coupon);
  const priced = usePrice(body);
  const { failure } = priced;
  const refusedCode = failure && WRONG_CODES.includes(failure.code) ? failure.message : null;
  useEffect(() => {
    if (refusedCode !== null && coupon !== null) setWrongCode({ code: coupon, text: refusedCode });
  }, [refusedCode, coupon]);

  const write = useWrite(api.order.make, {
    // said on the fields, or above them
    form: true,
    onSuccess: async (order) => {
      placed.current = true;
      keepDraft(NAME, null);
      toastSuccess(t('order:make.placed', { number: `#${order.id}` }), {
        action: { label: t('order:make.another'), onClick: () => void navigate(paths.orderNew) },
      });
      void navigate(paths.order(order.id), { replace: true });
      if (keepsPlace && order.client_id !== null) await keepPlace(order.client_id);
    },
  });
  const keepsPlace =
    draft.type === 'delivery' &&
    draft.address_id === null &&
    draft.keep_place &&
    draft.client !== null &&
    isPlaced(draft.place) &&
    can(api.address.save);
  const keepPlace = async (user_id: number) => {
    const { lat, lng, ...info } = placeOf(draft.place);
    const point = lat === undefined || lng === undefined ? {} : { lat, lng };
    try {
      await call(api.address.save, { user_id, info, ...point }, { branchId: null });
    } catch (error) {
      // the order stands; only its address has to be written again
      if (error instanceof CallFailure) toastFailure(error, t('order:make.where.not_kept'));
      else throw error;
    }
  };

  const leaving = useLeaveQuestion(() => !placed.current && isTouched(draft), touched && !placed.current);
  /** As it was said last, also by what is not drawn yet: a scan takes out what it typed and adds its goods at once. */
  const latest = useRef(draft);
  latest.current = draft;
  const set = (part: Partial<Draft>) => {
    write.reset();
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
  };
  const add = (goods: Goods): string | null => {
    const { lines, key } = withGoods(latest.current.lines, goods);
    set({ lines });
    return key;
  };
  const clear = () => {
    keepDraft(NAME, null);
    write.reset();
    setRestored(false);
    setTried(false);
    setDraft(EMPTY);
  };

  const cart = cartOf(draft.lines);
  /** What is missing before anything can be sent, by the field that lacks it. */
  const lacking: Record<string, string> = {};
  if (draft.type === 'delivery' && !draft.client?.phone.trim() && draft.client?.id == null)
    lacking['client.phone'] = t('order:make.client.needed');
  if (draft.client && draft.client.id === null && !draft.client.name.trim())
    lacking['client.name'] = t('order:make.client.name_needed');
  if (branch_id === null) lacking.branch_id = t('order:make.branch_needed');
  if (cart.length < draft.lines.length || cart.length === 0) lacking.cart = t('order:make.lines_needed');

  const refusal = write.failure ?? failure;
  const warnings = priced.price?.warnings ?? [];
  if (warnings.some(({ field, refused }) => refused && field === 'address_id') && !place.isPlaced)
    lacking.address_id = t('order:make.where.tell');
  /** What is wrong with a field: refused, or said beside the price. */
  const errorOf = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      if (name === 'coupon' && wrongCode?.code === draft.coupon && draft.coupon) return wrongCode.text;
      const said = (tried ? lacking[name] : undefined) ?? refusal?.errors[name]?.[0];
      if (said) return said;
      const warning = warnings.find(({ field, refused }) => refused && field === name);
      if (warning) return warning.message;
    }
    return undefined;
  };
  /** What stays unsaid because it belongs to no field that is shown. */
  const unplaced =
    refusal && !refusal.network && !isCoupon(refusal.code) && Object.keys(refusal.errors).length === 0
      ? refusal.message
      : null;

  return {
    draft,
    set,
    add,
    clear,
    branch_id,
    place,
    price: priced.price,
    pending: priced.pending,
    cart,
    errorOf,
    unplaced,
    warnings,
    /** Fields that the server refused when the order was to be placed. */
    refused: write.failure,
    tried,
    isRestored,
    dismissRestored: () => setRestored(false),
    leaving,
    busy: write.busy,
    touched,
    submit: () => {
      setTried(true);
      const first = Object.keys(lacking)[0];
      if (first !== undefined || body === null) return first ?? 'cart';
      void write.submit({ ...body, ...besidesOf(draft) }, null);
      return null;
    },
    leave: () => {
      placed.current = true;
      keepDraft(NAME, null);
      leaving.go();
    },
  };
}

export type Making = ReturnType<typeof useMaking>;
