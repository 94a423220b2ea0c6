import { Panel, SkeletonRows } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import { MOVERS_SHOWN } from '../model/movers.ts';
import { useMembers } from './mover-members.ts';
import { HowPricesAre } from './mover-standing.tsx';
import { SearchPairs } from './search-pairs.tsx';
import { SearchSection } from './search-section.tsx';

/** Before anything is typed: what others trade most. */
export function SearchTrending() {
  const text = useText();
  return (
    <SearchSection title={text('market.search.trending')} end={<HowPricesAre />}>
      <Panel loading={<SkeletonRows count={MOVERS_SHOWN} />}>
        <Trending />
      </Panel>
    </SearchSection>
  );
}

function Trending() {
  const { members, area } = useMembers('hot');
  if (members === undefined) return <SkeletonRows count={MOVERS_SHOWN} />;
  return (
    <div ref={area}>
      <SearchPairs markets={members} />
    </div>
  );
}
