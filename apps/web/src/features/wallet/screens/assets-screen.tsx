import { ErrorPanel, Icon, NavBar, Page, Panel, PullToRefresh } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { storage } from '../../../shared/storage.ts';
import { useText } from '../../../shared/texts.ts';
import { useBalances } from '../api/balances.ts';
import { Actions } from '../components/actions.tsx';
import { AssetsLoading } from '../components/assets-loading.tsx';
import { BalanceList } from '../components/balance-list.tsx';
import { DemoCard } from '../components/demo-card.tsx';
import { LiveFigures } from '../components/live-figures.tsx';
import { TotalHero } from '../components/total-hero.tsx';

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
  const [isHidden, setHidden] = useState(storage.read('amounts_hidden') === true);
  const hide = () => {
    storage.write('amounts_hidden', !isHidden);
    setHidden(!isHidden);
  };
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
      <LiveFigures updatedAt={dataUpdatedAt}>
        <Panel>
          <TotalHero list={data.list} isHidden={isHidden} onHide={hide} />
        </Panel>
      </LiveFigures>
      <Actions />
      <DemoCard />
      <LiveFigures updatedAt={dataUpdatedAt}>
        <Panel>
          <BalanceList list={data.list} isHidden={isHidden} />
        </Panel>
      </LiveFigures>
    </PullToRefresh>
  );
}
