import type { PositionSide } from '@app/domain/contract';
import { floorTo, formatPlaces, type Price } from '@app/money';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDraft } from '../../../data/app/draft.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useLeverage } from '../leverage/kept-leverage.ts';
import type { ContractRulebook, MarketRules } from '../terms/rules-query.ts';
import {
  afterOrder,
  type ContractForm,
  EMPTY_FORM,
  hasOrder,
  isContractForm,
  PERPETUAL,
  readField,
  type StopUnit,
  stepsOf,
  withAddress,
  withoutOrder,
  withStopsBy,
} from './contract-form.ts';
import { type ContractField, liquidationOf, previewOf } from './contract-preview.ts';
import { percentOf, withNextUnit, withShare } from './contract-size.ts';
import { useOrderContext, useOrderContextRetry } from './order-context.ts';

/** The server's refusal text, shown at the field it concerns until that field changes. */
type FieldRefusal = { readonly field: ContractField; readonly message: string };

/** State shared by the form, the sheets and the columns beside them. */
export type ContractEntry = ReturnType<typeof useContractForm>;

type Rules = { readonly rulebook: ContractRulebook; readonly rules: MarketRules };

/** Holds the order form of one market. Remount it for another market. */
export function useContractForm(market: MarketInfo, { rulebook, rules }: Rules) {
  const steps = useMemo(() => stepsOf(market, rules), [market, rules]);
  const context = useOrderContext(market);
  const { leverage, keep } = useLeverage(market.symbol, {
    preselected: rulebook.leveragePreselected,
    highest: rules.leverage_max_now,
  });
  const { form, change, forget, refusal, setRefusal } = useFormState(market, rules);
  const parts = { leverage, context, steps };
  useAddress({ change, setLeverage: keep, highest: rules.leverage_max_now });
  useRefill(form, change, parts);
  const ofSide = <Made>(make: (side: PositionSide) => Made) => ({ long: make('long'), short: make('short') });
  return {
    ...parts,
    rules,
    form,
    refusal,
    retry: useOrderContextRetry(),
    previews: ofSide((side) => previewOf(form, { side, leverage, steps }, context)),
    liquidations: context && ofSide((side) => liquidationOf(form, { side, leverage, steps }, context)),
    percent: percentOf(form, parts),
    actions: {
      ...actionsOn(change, parts),
      setLeverage: (next: number) => {
        keep(next);
        setRefusal(undefined);
        change((now) => refilled(now, { ...parts, leverage: next }));
      },
      /** Clears the order and the draft, even if the page was left. */
      placed: () => {
        change(afterOrder);
        forget();
      },
      refuse: setRefusal,
    },
  };
}

type Change = (move: (now: ContractForm) => ContractForm) => void;
type Parts = Parameters<typeof percentOf>[1];

/** Recomputes a share when what it depends on changes, so that Max never exceeds the balance. */
const refilled = (form: ContractForm, { context, ...parts }: Parts): ContractForm =>
  form.share === undefined || context === undefined ? form : withShare(form, form.share, { ...parts, context });

/** Fills a share that was chosen before the price or the balance was known, and again when the balance changes. */
function useRefill({ share }: ContractForm, change: Change, parts: Parts): void {
  const refill = useEffectEvent(() => {
    if (share !== undefined) change((now) => refilled(now, parts));
  });
  const available = parts.context?.available;
  useEffect(() => {
    if (available !== undefined) refill();
  }, [available]);
}

function actionsOn(change: Change, parts: Parts) {
  const { context, steps } = parts;
  const refill = (next: ContractForm) => refilled(next, parts);
  const startPrice = () =>
    context === undefined ? '' : formatPlaces(floorTo(context.now.index, steps.tick), steps.places.price, 'down');
  return {
    setKind: (kind: ContractForm['kind']) =>
      change((now) => refill({ ...now, kind, price: kind === 'limit' && now.price === '' ? startPrice() : now.price })),
    setPrice: (price: string) => change((now) => refill({ ...now, price })),
    stepPrice: (held: string, direction: 'less' | 'more') => {
      const from = readField<Price>(held);
      if (from === undefined) return startPrice();
      const next = direction === 'more' ? from + steps.tick : from - steps.tick;
      return next > 0n ? formatPlaces(next as Price, steps.places.price, 'down') : undefined;
    },
    setSize: (size: string) => change((now) => ({ ...now, size, share: undefined })),
    nextUnit: () => change((now) => withNextUnit(now, context?.now.index, steps)),
    fill: (share: number) => change((now) => refill({ ...now, share })),
    setSeries: (series: string) => change((now) => ({ ...now, series })),
    toggleStops: (hasStops: boolean) => change((now) => ({ ...now, hasStops })),
    setStopsBy: (stopsBy: StopUnit) => change((now) => withStopsBy(now, stopsBy)),
    setTakeProfit: (takeProfit: string) => change((now) => ({ ...now, takeProfit })),
    setStopLoss: (stopLoss: string) => change((now) => ({ ...now, stopLoss })),
  };
}

/** Holds a form that survives a log-in, and the server's refusal of it. A series that is no longer listed is dropped. */
function useFormState({ symbol }: MarketInfo, { series: listed }: MarketRules) {
  const [draft, setDraft, forget] = useDraft(`contract ${symbol}`, EMPTY_FORM, isContractForm);
  const [refusal, setRefusal] = useState<FieldRefusal>();
  const change: Change = (move) => {
    setDraft(move);
    setRefusal(undefined);
  };
  const isListed = listed.some(({ series, is_open }) => series === draft.series && is_open);
  const form = isListed ? draft : { ...draft, series: PERPETUAL };
  return { form, change, forget, refusal, setRefusal };
}

type Applied = { change: Change; setLeverage: (leverage: number) => void; highest: number };

/** Applies the order of a link once, and removes it from the URL. */
function useAddress({ change, setLeverage, highest }: Applied): void {
  const [fields, setFields] = useSearchParams();
  const apply = useEffectEvent(() => {
    change((now) => withAddress(now, fields));
    const leverage = Number(fields.get('leverage')); // tidy: not money
    if (Number.isInteger(leverage) && leverage >= 1) setLeverage(Math.min(leverage, highest));
    setFields(withoutOrder, { replace: true });
  });
  const isRequested = hasOrder(fields);
  useEffect(() => {
    if (isRequested) apply();
  }, [isRequested]);
}
