import { betsKey } from '@app/client/query';
import { Icon, NavBar, Note, Page, Panel, PullToRefresh, Tabs } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { tradePage, useIsTraded } from '../../../data/app/open-lists.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useOpenBets, type WireBet } from '../bets/open-bets.ts';
import { BetSheet } from '../result/bet-sheet.tsx';
import { useBetSheet } from '../result/use-bet-sheet.ts';
import { useTerms } from '../terms/terms-query.ts';
import { BetMore } from './bet-more.tsx';
import { BetGhosts } from './bet-rows.tsx';
import { BET_TABS, readFilter, writeFilter } from './bets-filter.ts';
import { EndedBets, OpenBets } from './bets-lists.tsx';
import '../seconds.css';

/** /pages/transaction/seconds_order?tab=ended&bet=7; tab, filters and the open bet are in the URL. */
export default function BetsScreen() {
  const text = useText();
  const isTraded = useIsTraded()('seconds');
  const back = { label: text('system.back'), go: useBack(isTraded ? tradePage('seconds') : undefined) };
  const queryClient = useQueryClient();
  const queryKey = betsKey(useSessionScope());
  const region = useRef<HTMLElement>(null);
  const sheet = useBetSheet();
  return (
    <Page bar={<NavBar title={text('seconds.orders.title')} back={back} end={<StatisticsLink />} />}>
      <div
        ref={(element) => {
          region.current = element?.closest<HTMLElement>('.scroll') ?? null;
        }}
      >
        <PullToRefresh
          label={text('system.refresh')}
          busyLabel={text('system.loading')}
          refresh={() => queryClient.refetchQueries({ queryKey, type: 'active' })}
        >
          <ProductOff />
          <Lists scrollRef={region} onOpen={sheet.open} />
        </PullToRefresh>
      </div>
      <BetSheet id={sheet.id} close={sheet.close} more={(bet) => <BetMore bet={bet} />} />
    </Page>
  );
}

function StatisticsLink() {
  const text = useText();
  return (
    <Link className="iconbtn" to="/pages/plus/statistics" aria-label={text('bets.statistics')}>
      <Icon name="percent" />
    </Link>
  );
}

/** Says that nothing can be placed in the user's country; what was placed stays listed and is settled. */
function ProductOff() {
  const text = useText();
  const { data: inForce } = useTerms();
  if (inForce?.isOpen !== false) return null; // Unknown, as without a connection, is not off.
  return (
    <div className="px-gutter pt-2">
      <Note icon="info">{text('bets.off')}</Note>
    </div>
  );
}

type Props = { scrollRef: RefObject<HTMLElement | null>; onOpen: (bet: WireBet) => void };

function Lists({ scrollRef, onOpen }: Props) {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const { data: open } = useOpenBets();
  const isDefault = address.get('bet') === null ? 'open' : 'ended';
  const tab = BET_TABS.find((it) => it === address.get('tab')) ?? isDefault;
  const counts = { open: open?.length, ended: undefined };
  const go = (to: typeof tab, wanted: typeof filter) =>
    setAddress({ tab: to, ...writeFilter(wanted) }, { replace: true });
  return (
    <Tabs
      label={text('bets.tabs')}
      tabs={BET_TABS.map((value) => {
        const count = counts[value];
        return { value, label: text(`bets.tab.${value}`), ...(count !== undefined && { count }) };
      })}
      value={tab}
      onChange={(to) => go(to, filter)}
    >
      <Panel key={tab} loading={<BetGhosts count={5} />}>
        {tab === 'ended' ? (
          <EndedBets filter={filter} scrollRef={scrollRef} onFilter={(wanted) => go(tab, wanted)} onOpen={onOpen} />
        ) : (
          <OpenBets onOpen={onOpen} />
        )}
      </Panel>
    </Tabs>
  );
}
