import type { Force, Side } from '@app/domain/spot';
import type { Price } from '@app/money';
import type { BookSide } from '@app/ui';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Order } from '../../../data/account/orders.ts';
import { useDraft } from '../../../data/app/draft.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useDepth } from '../book/depth.ts';
import * as moves from './form-moves.ts';
import { type FormChange, type FormContext, withOrderFromAddress } from './form-moves.ts';
import * as form from './form-state.ts';
import { orderIn, priceText, sideIn, stepsOf, withoutOrder, withSide, withSideIn } from './form-state.ts';
import { useOrderContext, useOrderContextRetry } from './order-context.ts';
import { type FormField, previewOf } from './order-preview.ts';
import { percentOf, refilled, withShare } from './order-share.ts';

type Form = form.OrderForm;
/** The server's refusal text, shown at the field it concerns until that field changes. */
type FieldRefusal = { readonly field: FormField; readonly message: string };
/** State shared by the form, the review and the order book beside them. */
export type OrderEntry = ReturnType<typeof useOrderForm>;

/** Holds the order form of one market. Remount it for another market. */
export function useOrderForm(market: MarketInfo) {
  const context = useFormContext(market);
  const address = useFormAddress();
  const { draft, change, forget, refusal, setRefusal } = useFormState(market, address.side);
  useAddressFields(address, context, change);
  const followMarket = useFirstPrice(context, change);
  const { orderContext, depth } = context;
  return {
    ...context,
    form: draft,
    refusal,
    /** Reloads rules or balances that failed to load. */
    retry: useOrderContextRetry(),
    preview: previewOf(draft, orderContext, depth),
    percent: percentOf(draft, orderContext, depth),
    actions: {
      ...actionsIn(context, change),
      setSide: (side: Side) => {
        change((now) => form.withSide(now, side, context.steps));
        address.writeSide(side);
      },
      /** Clears the amount and the draft even if the page was left, so the order is not offered again. */
      placed: (order: Pick<Order, 'filled' | 'price'>) => {
        const sentPrice = order.price !== null && order.filled > 0n ? priceText(order.price, context.steps) : undefined;
        change((now) => (sentPrice === undefined ? form.withoutAmount(now) : form.afterFill(now, sentPrice)));
        followMarket();
        forget();
      },
      refuse: setRefusal,
    },
  };
}

const actionsIn = (context: moves.FormContext, change: moves.FormChange) => ({
  ...typingIn(context, change),
  best: () => change((now) => moves.takeBest(now, context)),
  pick: (price: Price) => change((now) => moves.pickPrice(now, price, context)),
  hold: (side: BookSide, price: Price) => change((now) => moves.holdLevel(now, { side, price }, context)),
});

function typingIn(context: moves.FormContext, change: moves.FormChange) {
  const { steps, orderContext } = context;
  const refill = (next: Form) => refilled(next, orderContext, steps);
  return {
    setKind: (kind: Form['kind']) => change((now) => refill(form.withKind(now, kind, steps))),
    setForce: (force: Force) => change((now) => refill(form.withForce(now, force, steps))),
    setPrice: (price: string) => change((now) => moves.priced(now, price, context)),
    setAmount: (amount: string) => change((now) => form.withAmount(now, amount, steps)),
    setTotal: (total: string) => change((now) => form.withTotal(now, total, steps)),
    toggleUnit: () => change((now) => moves.toggleUnit(now, context)),
    fill: (share: number) => change((now) => (orderContext ? withShare(now, share, orderContext, steps) : now)),
  };
}

function useFormContext(market: MarketInfo): moves.FormContext {
  const steps = useMemo(() => stepsOf(market), [market]);
  const orderContext = useOrderContext(market);
  const depth = useDepth(market.symbol);
  const last = useQuote(market.symbol)?.price;
  return { steps, orderContext, depth, last };
}

/** Holds a form that survives a log-in, and the server's refusal of it. */
function useFormState({ symbol }: MarketInfo, side: Side = 'buy') {
  const [draft, setDraft, forget] = useDraft(`spot ${symbol}`, form.emptyForm(side), form.isOrderForm);
  const [refusal, setRefusal] = useState<FieldRefusal>();
  const change: moves.FormChange = (move) => {
    setDraft(move);
    setRefusal((previous) => (previous && isAbout(previous, draft, move(draft)) ? undefined : previous));
  };
  return { draft, change, forget, refusal, setRefusal };
}

const isAbout = ({ field }: FieldRefusal, before: Form, after: Form) =>
  field === 'form' || before.side !== after.side || before.kind !== after.kind || before[field] !== after[field];

/**
 * Prefills a limit price with the market price once; a field the user clears stays empty. The returned function prefills
 * an empty price again.
 */
function useFirstPrice(context: moves.FormContext, change: moves.FormChange): () => void {
  const wasPriced = useRef(false);
  const start = moves.startOf(context);
  useEffect(() => {
    if (wasPriced.current || start === undefined) return;
    wasPriced.current = true;
    change((now) => (now.price === '' ? moves.priced(now, priceText(start, context.steps), context) : now));
  });
  return () => {
    wasPriced.current = false;
  };
}

/** Returns the side and the order requested by the address, and the functions that keep it up to date. */
function useFormAddress() {
  const [fields, setFields] = useSearchParams();
  return {
    side: sideIn(fields),
    order: orderIn(fields),
    writeSide: (side: Side) => setFields((now) => withSideIn(now, side), { replace: true }),
    dropOrder: () => setFields(withoutOrder, { replace: true }),
  };
}

type Address = ReturnType<typeof useFormAddress>;

/** Applies a link's values over stored ones: its side as long as it has one, its order once. */
function useAddressFields({ side, order, dropOrder }: Address, context: FormContext, change: FormChange): void {
  const applySide = useEffectEvent((requested: Side) => change((now) => withSide(now, requested, context.steps)));
  const begin = useEffectEvent((requested: string) => {
    change((now) => withOrderFromAddress(now, requested, context));
    dropOrder();
  });
  useEffect(() => {
    if (side !== undefined) applySide(side);
  }, [side]);
  useEffect(() => {
    if (order !== undefined) begin(order);
  }, [order]);
}
