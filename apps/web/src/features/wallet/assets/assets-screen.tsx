import { Icon, NavBar, Page, Panel } from '@app/ui';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { Balances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { useWorth } from '../valuation/worth.ts';
import { Actions } from './actions.tsx';
import { allocationOf } from './allocation.ts';
import { Assets, DemoCard, LiveFigures } from './assets-frame.tsx';
import { CoinList } from './coin-list.tsx';
import { AllocationBar, AllocationGhost, TotalHero } from './total-hero.tsx';

/** The tables of a wide window are not fetched on a phone. */
const AssetsDesk = lazyPart(async () => (await import('../desk/assets-desk.tsx')).AssetsDesk);

/** /pages/fund/assets */
export default function AssetsScreen() {
  const text = useText();
  const isWide = useIsWide();
  if (isWide)
    return (
      <Suspense>
        <AssetsDesk />
      </Suspense>
    );
  const links = (
    <>
      <Link className="iconbtn" to="/pages/fund/assets_all_record" aria-label={text('wallet.records.title')}>
        <Icon name="doc" />
      </Link>
      <Link className="iconbtn" to="/pages/setting/setting" aria-label={text('wallet.settings')}>
        <Icon name="user" />
      </Link>
    </>
  );
  return (
    <Page bar={<NavBar title={text('wallet.title')} end={links} />}>
      <Assets>{(balances, updatedAt) => <Holdings balances={balances} updatedAt={updatedAt} />}</Assets>
    </Page>
  );
}

/** Renders everything that changes with prices, at most twice a second. */
function Holdings({ balances, updatedAt }: { balances: Balances; updatedAt: number }) {
  const { rateOf, marks, worth, holdings } = useWorth(balances.list);
  const parts = allocationOf(holdings, rateOf ?? (() => undefined));
  return (
    <>
      <LiveFigures updatedAt={updatedAt} marks={marks}>
        <Panel>
          <TotalHero balances={balances} worth={worth} rateOf={rateOf} />
          {worth === undefined ? <AllocationGhost /> : <AllocationBar parts={parts} />}
        </Panel>
      </LiveFigures>
      <Actions />
      <DemoCard />
      <LiveFigures updatedAt={updatedAt} marks={marks}>
        <Panel>
          <CoinList balances={balances} rateOf={rateOf} />
        </Panel>
      </LiveFigures>
    </>
  );
}
