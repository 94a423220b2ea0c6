import { Panel, SkeletonRows } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useMembers } from '../movers/mover-members.ts';
import { HowPricesAre } from '../movers/mover-standing.tsx';
import { MOVERS_SHOWN } from '../movers/movers.ts';
import { SearchPairs } from './search-pair-rows.tsx';
import { SearchSection } from './search-section.tsx';

const NONE: readonly MarketInfo[] = [];

/** Shows the most traded markets before anything is typed. */
export function SearchTrending() {
  const text = useText();
  const trending = useMembers('hot');
  return (
    <SearchSection title={text('market.search.trending')} end={<HowPricesAre markets={trending.members ?? NONE} />}>
      <Panel loading={<SkeletonRows count={MOVERS_SHOWN} />}>
        <Trending {...trending} />
      </Panel>
    </SearchSection>
  );
}

function Trending({ members, area }: ReturnType<typeof useMembers>) {
  useMarkets(); // Without them there are no rows, and the panel around shows why.
  if (members === undefined) return <SkeletonRows count={MOVERS_SHOWN} />;
  return (
    <div ref={area}>
      <SearchPairs markets={members} />
    </div>
  );
}
