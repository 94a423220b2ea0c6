import { Page, Panel, PullToRefresh } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { useText } from '../../data/app/texts.ts';
import { useSession } from '../../data/session/session.ts';
import { lazyOnce } from '../../lib/lazy-once.ts';
import { OwnBar, VisitorBar } from './bars.tsx';
import { RiskFooter } from './risk-footer.tsx';
import { VisitorHome } from './visitor-home.tsx';

/**
 * Loaded lazily so that a visitor's first view does not wait for it; for a logged-in user the load has already started
 * (`home.screens.ts`).
 */
const ownHome = lazyOnce(async () => (await import('./own-home.tsx')).OwnHome);

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
