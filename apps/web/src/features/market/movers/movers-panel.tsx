import { showCompact } from '@app/money';
import { Empty, Icon, MarketFace, marketRowClass, Panel, Skeleton, Tabs } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { rowLabels } from '../list/row-labels.ts';
import { RowLabels } from '../list/row-labels-view.tsx';
import { useSimulatedAmong } from '../list/row-simulated.ts';
import { chartAddress, liveSpark, moverLine, type Spark } from './mover-line.ts';
import { useMembers } from './mover-members.ts';
import { HowPricesAre, useDeadPrices } from './mover-standing.tsx';
import { MOVER_TABS, MOVERS_SHOWN, type MoverTab } from './movers.ts';
import { sparksQuery } from './sparks.ts';

/** Shows the markets of the home page: hot, gainers, losers, new. */
export default function MoversPanel() {
  const text = useText();
  const [tab, setTab] = useState<MoverTab>('hot');
  const { members, area } = useMembers(tab);
  const tabs = MOVER_TABS.map((value) => ({ value, label: text(`market.movers.${value}`) }));
  return (
    <section className="[&_.tabs]:shadow-none">
      <h2 className="sr-only">{text('market.movers.title')}</h2>
      <Tabs
        label={text('market.movers.title')}
        tabs={tabs}
        value={tab}
        onChange={setTab}
        end={
          <span className="grid flex-none justify-items-end gap-0.5 pl-3">
            <HowPricesAre markets={members ?? NONE} />
          </span>
        }
      >
        <div className="min-h-75">
          <Panel loading={<MoverRowsLoading />}>
            <MoverRows members={members} area={area} />
          </Panel>
        </div>
      </Tabs>
      <Link className="hit flex h-11 items-center justify-center gap-1 text-label text-ink-2" to={MARKET_PATH}>
        {text('market.movers.all')}
        <Icon name="right" size={16} />
      </Link>
    </section>
  );
}

const NONE: readonly MarketInfo[] = [];

function MoverRows({ members, area }: ReturnType<typeof useMembers>) {
  const text = useText();
  useMarkets(); // Without them there are no rows, and the panel around shows why.
  const isMixed = useSimulatedAmong(members ?? NONE) === 'some';
  const sparks = useQuery(sparksQuery(members?.map(({ symbol }) => symbol) ?? [])).data?.list;
  const isDead = useDeadPrices();
  if (members === undefined) return <MoverRowsLoading />;
  if (members.length === 0) return <Empty title={text('market.movers.none')} />;
  return (
    <div ref={area} className={isDead ? 'mrows--dim' : ''}>
      {members.map((market) => (
        <MoverRow
          key={market.symbol}
          market={market}
          isMixed={isMixed}
          spark={sparks?.find(({ symbol }) => symbol === market.symbol)}
        />
      ))}
    </div>
  );
}

type Props = {
  market: MarketInfo;
  spark: Spark | undefined;
  /** The list mixes real and simulated prices, so each row is labelled. */
  isMixed: boolean;
};

/** Subscribes to its own market. A price that no longer updates is dimmed. */
const MoverRow = memo(function MoverRow({ market, spark, isMixed }: Props) {
  const text = useText();
  const quote = useQuote(market.symbol);
  const isDead = quote !== undefined && quote.state !== 'open';
  const line = moverLine(market, quote);
  const isMarked = isMixed && quote?.simulated === true;
  const rest = [line.volume === undefined ? undefined : showCompact(line.volume)];
  const labels = isMarked && rowLabels({ warnings: [text('market.movers.simulated')], rest });
  return (
    <Link className={`${marketRowClass} ${isDead ? 'mrow--dim' : ''}`} to={chartAddress(market.symbol)}>
      <MarketFace market={line} spark={liveSpark(spark, quote)} {...(labels && { sub: <RowLabels {...labels} /> })} />
    </Link>
  );
});

const ROWS = Array.from({ length: MOVERS_SHOWN }, (_, index) => index);

/** Placeholder rows at the real height and shape. */
function MoverRowsLoading() {
  return ROWS.map((at) => (
    <div key={at} className={marketRowClass}>
      <Skeleton className="size-8 rounded-full" />
      <div className="row__main">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-1.5 h-3 w-14" />
      </div>
      <Skeleton className="h-8 w-16" />
      <div className="mrow__trail flex flex-col items-end">
        <Skeleton className="h-4 w-18" />
        <Skeleton className="mt-1.5 h-3 w-12" />
      </div>
    </div>
  ));
}
