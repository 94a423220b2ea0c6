import { isVisitor } from '@app/client/session';
import { ZERO } from '@app/money';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useDraft } from '../../../data/app/draft.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { useDepth, useDepthStatus } from '../book/depth.ts';
import { stepsOf } from '../trade/form-state.ts';
import { useOrderContext } from '../trade/order-context.ts';
import { cleared, EMPTY_LITE, isLiteForm, type LiteForm, sideOf, withoutShare } from './lite-form.ts';
import { paidUnit, previewLite, shownText } from './lite-preview.ts';
import { liteStepOf } from './lite-step.ts';

/** Returns what the user typed, its current preview, and the available actions. */
export function useLite(market: MarketInfo) {
  const [fields, setFields] = useSearchParams();
  const side = sideOf(fields.get('side'));
  const [form, setForm, forgetForm] = useDraft(`lite ${market.symbol}`, EMPTY_LITE, isLiteForm);
  const orderContext = useOrderContext(market);
  const depth = useDepth(market.symbol);
  const steps = useMemo(() => stepsOf(market), [market]);
  const preview = useMemo(
    () => orderContext && depth && previewLite(form, { side, orderContext, depth, steps }),
    [form, side, orderContext, depth, steps],
  );
  const line = {
    isVisitor: isVisitor(useSessionScope()),
    isConnected: useIsConnected(market.symbol, depth !== undefined),
  };
  const isBeside = useIsBeside(market[paidUnit(side)]);
  const step = liteStepOf({ ...line, isBeside, form, preview });
  return {
    market,
    side,
    form,
    steps,
    orderContext,
    depth,
    preview,
    line,
    step,
    shown: shownText(form, preview, steps),
    change: (next: LiteForm) => setForm(next),
    /** Clears the form and its draft even if the page was left, so a completed purchase is not offered again. */
    clear: () => {
      setForm(cleared);
      forgetForm();
    },
    choose: (other: typeof side) => {
      if (other === side) return;
      setForm(withoutShare(form));
      setFields({ symbol: market.symbol, side: other }, { replace: true });
    },
  };
}

export type Lite = ReturnType<typeof useLite>;

/** Reports the connection as up while the first order book loads; a loaded book without live updates counts as lost. */
function useIsConnected(symbol: string, isKnown: boolean): boolean {
  const isOnline = useConnection((connection) => connection.isOnline && connection.socket !== 'lost');
  const { isLive } = useDepthStatus(symbol);
  return isOnline && (isLive || !isKnown);
}

/** Reports whether all of a currency is still in the wallet, where deposits arrive, and none in spot. */
function useIsBeside(currency: string): boolean {
  const list = useBalances().data?.list ?? [];
  return availableIn(list, 'exchange', currency) === ZERO && availableIn(list, 'wallet', currency) > ZERO;
}
