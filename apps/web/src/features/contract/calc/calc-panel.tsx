import { contractMarketOf } from '@app/client/contract';
import { Note, Sheet, Skeleton } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarketsSoFar } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useRulebook } from '../terms/rules-query.ts';
import { CalcForm } from './calc-form.tsx';

/** History step in which the calculator is open. */
const CALC_SHEET = 'contract-calc';

/** Shows the what-if calculator of a market as a sheet. */
export default function CalcPanel({ symbol }: { symbol: string }) {
  const text = useText();
  const sheet = useSheet(CALC_SHEET);
  const market = useMarketsSoFar().find((it) => it.symbol === symbol);
  return (
    <Sheet open={sheet.isOpen} onClose={sheet.close} title={text('calc.title')} closeLabel={text('system.close')}>
      {sheet.isOpen && market !== undefined && <Calculator key={symbol} market={market} />}
    </Sheet>
  );
}

/** Starts from the rules and the price of now; both stay as they are while the user calculates. */
function Calculator({ market }: { market: MarketInfo }) {
  const text = useText();
  const { data: rulebook } = useRulebook();
  const price = useQuote(market.symbol)?.price;
  const rules = rulebook?.markets.get(market.symbol);
  if (rulebook === undefined || rules === undefined || price === undefined) return <Skeleton className="h-96 w-full" />;
  const leverage = Math.min(rulebook.leveragePreselected, rules.leverage_max);
  return (
    <div className="grid gap-3 pb-2">
      <CalcForm
        market={market}
        first={{ price, leverage, size: rules.lot }}
        rules={{
          market: contractMarketOf(rules),
          terms: rulebook.terms,
          spreadRate: rules.spread_rate,
          lotsMin: rulebook.lotsMin,
          leverageMax: rules.leverage_max,
        }}
      />
      <Note icon="info">{text('calc.note')}</Note>
    </div>
  );
}
