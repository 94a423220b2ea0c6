import { Page, Panel, PullToRefresh } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { lazyOnce } from '../../../shared/lazy-once.ts';
import { useSession } from '../../../shared/session.ts';
import { useText } from '../../../shared/texts.ts';
import { OwnBar, VisitorBar } from '../components/bars.tsx';
import { RiskFooter } from '../components/risk-footer.tsx';
import { VisitorHome } from '../components/visitor-home.tsx';

/**
 * Loaded lazily so that a visitor's first view does not wait for it; for a logged-in user the load has already started
 * (`home.screens.ts`).
 */
const ownHome = lazyOnce(async () => (await import('../components/own-home.tsx')).OwnHome);

function OwnHome() {
  const Shown = use(ownHome());
  return <Shown />;
}

/** /pages/index/index */
export default function HomeScreen() {
  const text = useText();
  const queryClient = useQueryClient();
  const isVisitor = useSession(({ token }) => token === undefined);
  return (
    <Page bar={isVisitor ? <VisitorBar /> : <OwnBar />}>
      <PullToRefresh
        label={text('system.refresh')}
        busyLabel={text('system.loading')}
        refresh={() => queryClient.refetchQueries({ type: 'active' })}
      >
        <Panel>
          <div className="@container">{isVisitor ? <VisitorHome /> : <OwnHome />}</div>
          <RiskFooter />
        </Panel>
      </PullToRefresh>
    </Page>
  );
}
