import { ErrorPanel, Icon, NavBar, Page, Panel, PullToRefresh } from '@app/ui';
import { Link } from 'react-router';
import { type Balance, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useWorth } from '../valuation/worth.ts';
import { Actions } from './actions.tsx';
import { allocationOf } from './allocation.ts';
import { AllocationBar, AllocationGhost } from './allocation-bar.tsx';
import { AssetsLoading } from './assets-loading.tsx';
import { BalanceList } from './balance-list.tsx';
import { DemoCard } from './demo-card.tsx';
import { LiveFigures } from './live-figures.tsx';
import { TotalHero } from './total-hero.tsx';

/** /pages/fund/assets */
export default function AssetsScreen() {
  const text = useText();
  const settings = (
    <Link className="iconbtn" to="/pages/setting/setting" aria-label={text('wallet.settings')}>
      <Icon name="user" />
    </Link>
  );
  return (
    <Page bar={<NavBar title={text('wallet.title')} end={settings} />}>
      <Assets />
    </Page>
  );
}

function Assets() {
  const text = useText();
  const { data, error, isPending, refetch, dataUpdatedAt } = useBalances();
  if (isPending) return <AssetsLoading />;
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  return (
    <PullToRefresh
      label={text('system.refresh')}
      busyLabel={text('system.loading')}
      refresh={async () => void (await refetch())}
    >
      <Holdings list={data.list} updatedAt={dataUpdatedAt} />
    </PullToRefresh>
  );
}

/** Renders everything that changes with prices, at most twice a second. */
function Holdings({ list, updatedAt }: { list: readonly Balance[]; updatedAt: number }) {
  const { rateOf, marks, worth, holdings } = useWorth(list);
  const parts = allocationOf(holdings, rateOf ?? (() => undefined));
  return (
    <>
      <LiveFigures updatedAt={updatedAt} marks={marks}>
        <Panel>
          <TotalHero worth={worth} />
          {worth === undefined ? <AllocationGhost /> : <AllocationBar parts={parts} />}
        </Panel>
      </LiveFigures>
      <Actions />
      <DemoCard />
      <LiveFigures updatedAt={updatedAt} marks={marks}>
        <Panel>
          <BalanceList list={list} rateOf={rateOf} />
        </Panel>
      </LiveFigures>
    </>
  );
}
