import { Panel, RiskBanner, SkeletonChart, SkeletonRows } from '@app/ui';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { AccountRisk } from '../quote/account-risk.tsx';
import { MarketFacts } from '../quote/quote-column.tsx';
import type { ContractRulebook, MarketRules } from '../terms/rules-query.ts';
import { OrderPanel } from './order-panel.tsx';

/** Loaded in parallel with the form, which does not wait for it. */
const PositionsTable = lazyPart(async () => (await import('../positions/positions-table.tsx')).PositionsTable);

type Props = { market: MarketInfo; rulebook: ContractRulebook; rules: MarketRules };

/** Lays out the wide screen: chart above the positions, and the form above the account, each scrolling separately. */
export function ContractDesk({ market, rulebook, rules }: Props) {
  const text = useText();
  return (
    <div className="desk desk--two">
      <section className="desk__chart">
        <Slot name="market.quote" symbol={market.symbol} loading={<div className="h-29" />} />
        <dl className="desk__facts">
          <MarketFacts market={market} rules={rules} />
        </dl>
        <div className="flex h-104 flex-none flex-col">
          <Slot
            name="market.chart"
            symbol={market.symbol}
            product="contract"
            loading={<SkeletonChart height={360} />}
          />
        </div>
        <div data-coach="positions">
          <Panel loading={<SkeletonRows count={2} />}>
            <PositionsTable market={market} />
          </Panel>
        </div>
      </section>
      <section className="desk__col desk__form">
        <OrderPanel market={market} rulebook={rulebook} rules={rules} />
        <AccountRisk />
        <RiskBanner>{text('contract.risk')}</RiskBanner>
      </section>
    </div>
  );
}
