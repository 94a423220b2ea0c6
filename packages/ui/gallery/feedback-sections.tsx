import { useState } from 'react';
import {
  ActionSheet,
  Banner,
  Button,
  Dialog,
  Empty,
  ErrorPanel,
  Facts,
  FullSheet,
  Note,
  NoticeCard,
  notify,
  offerToast,
  PullToRefresh,
  ResultView,
  RiskBanner,
  Row,
  Sheet,
  SkeletonRows,
  Stale,
  StaleBadge,
  Steps,
  StickyActionBar,
  showToast,
  ToastCard,
} from '../src/index.ts';
import type { Section } from './section.ts';

const nothing = () => undefined;
const undo = { label: 'Undo', run: nothing };
const FACTS = [
  ['Limit price', '67,820.0 USDT'],
  ['Order value', '1,017.30 USDT'],
  ['Fee (0.10%)', '1.01 USDT'],
] as const;

const Toasts = () => (
  <div className="grid gap-2">
    <ToastCard kind="ok" text="Address copied" />
    <ToastCard
      kind="error"
      text="Price moved. Check the order again."
      action={{ label: 'Open', run: () => showToast('Price moved. Check the order again.', 'error') }}
    />
    <ToastCard
      kind="plain"
      text="Removed from favourites"
      action={{ label: 'Undo', run: () => offerToast('Removed from favourites', undo) }}
    />
    <Note icon="warn" tone="warn">
      <b>Send only USDT on TRC20.</b> Other networks are lost.
    </Note>
    <Note icon="warn" tone="danger">
      <b>This cannot be reversed.</b>
    </Note>
    <Note icon="info">Data updates every hour.</Note>
  </div>
);

const Notices = () => (
  <div className="grid gap-2">
    <NoticeCard
      dismissLabel="Dismiss"
      notice={{ id: 'a', kind: 'ok', text: 'Bought 0.01500 BTC at 67,820.0', action: { label: 'View', run: nothing } }}
    />
    <NoticeCard
      dismissLabel="Dismiss"
      notice={{ id: 'b', kind: 'warn', text: 'Partly filled: 0.00700 of 0.01500 BTC. The rest waits in the book.' }}
    />
    <NoticeCard dismissLabel="Dismiss" notice={{ id: 'c', kind: 'error', text: 'The withdrawal was refused' }} />
    <Button
      size="small"
      onClick={() => notify({ id: `${Date.now()}`, kind: 'ok', text: 'Bought 0.01500 BTC', action: undo })}
    >
      Add one below the window’s bar
    </Button>
  </div>
);

type Overlay = 'dialog' | 'sheet' | 'full' | 'actions';
const params = new URLSearchParams(location.search).get('open');

function Overlays() {
  const [open, setOpen] = useState<string | null>(params);
  const close = () => setOpen(null);
  const opener = (name: Overlay, labels: string) => (
    <Button size="small" onClick={() => setOpen(name)}>
      {labels}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {opener('dialog', 'Dialog')}
      {opener('sheet', 'Sheet')}
      {opener('full', 'Full sheet')}
      {opener('actions', 'Actions')}
      <Dialog
        open={open === 'dialog'}
        title="Cancel all 12 orders?"
        safe={{ label: 'Keep them', go: close }}
        act={{ label: 'Cancel orders', go: close, tone: 'danger' }}
      >
        They hold 4,120.40 USDT, which becomes available again.
      </Dialog>
      <ReviewSheet open={open === 'sheet'} close={close} />
      <ReviewPage open={open === 'full'} close={close} />
      <ActionSheet
        open={open === 'actions'}
        onClose={close}
        title="BTC/USDT"
        closeLabel="Close"
        actions={[
          { label: 'Add to favourites', icon: 'star', run: nothing },
          { label: 'Price alert', icon: 'alert', run: nothing },
          { label: 'Share', icon: 'share', run: nothing, disabled: true, reason: 'Not available on this device' },
          { label: 'Cancel all orders', icon: 'trash', tone: 'danger', run: nothing },
        ]}
      />
    </div>
  );
}

type Opened = { open: boolean; close: () => void };

const ReviewSheet = ({ open, close }: Opened) => (
  <Sheet open={open} onClose={close} title="Review order" closeLabel="Close">
    <Facts facts={FACTS} />
    <div className="pair pt-4">
      <Button onClick={close}>Back</Button>
      <Button tone="up" onClick={close}>
        Place buy order
      </Button>
    </div>
  </Sheet>
);

const ReviewPage = ({ open, close }: Opened) => (
  <FullSheet
    open={open}
    onClose={close}
    title="Review withdrawal"
    closeLabel="Close"
    end={<span className="pr-2 text-label text-ink-3">2 of 3</span>}
    foot={
      <StickyActionBar note="Next: trade password, then authenticator code">
        <Button onClick={close}>Go back</Button>
        <Button tone="primary" onClick={close}>
          Continue
        </Button>
      </StickyActionBar>
    }
  >
    <Steps count={3} done={2} label="Step 2 of 3" />
    <p className="pt-6 text-label text-ink-3">Recipient gets</p>
    <p className="text-display">
      1,249<span className="text-ink-3">.00</span> <span className="text-h2 text-ink-2">USDT</span>
    </p>
    <p className="pb-5 text-label text-ink-3">≈ $1,249.00</p>
    <Facts facts={FACTS} />
    <div className="pt-4">
      <Note icon="warn" tone="danger">
        <b>A transfer on Tron cannot be reversed.</b> Did someone tell you to send this?
      </Note>
    </div>
  </FullSheet>
);

const again = <Button>Place another</Button>;
const done = <Button tone="primary">Done</Button>;

const Results = () => (
  <div className="grid gap-6">
    <ResultView
      kind="ok"
      title="Order filled"
      text="0.01500 BTC are in your spot account."
      facts={FACTS}
      actions={
        <>
          {again}
          {done}
        </>
      }
    />
    <ResultView kind="partial" title="Partly filled" text="0.00700 of 0.01500 BTC. The rest waits in the book." />
    <ResultView kind="failed" title="Not sent" text="Nothing was taken from your account." actions={again} />
    <ResultView kind="checking" title="Checking" text="The line broke. We ask whether the order arrived." />
  </div>
);

const market = <Row title="BTC" sub="1,241.83M" value="67,842.10" valueSub="paused 14:21" />;

const Offline = () => (
  <div className="grid gap-3">
    <div className="overflow-hidden rounded-card bg-s1 pb-4">
      <Banner icon="offline">Reconnecting… prices paused 00:23</Banner>
      <Stale stale badge="paused 00:23">
        {market}
      </Stale>
      <div className="px-4">
        <Button tone="primary" blocked wide>
          Reconnecting…
        </Button>
        <p className="hint justify-center">Close and cancel still work.</p>
      </div>
    </div>
    <Stale stale={false} badge="paused 00:23">
      {market}
    </Stale>
    <div>
      <StaleBadge>paused 00:23</StaleBadge>
    </div>
  </div>
);

const Risk = () => (
  <div className="-mx-4 grid gap-3">
    <RiskBanner link={<a href="#risk">More</a>}>You can lose all you put in.</RiskBanner>
    <RiskBanner link={<a href="#risk">More</a>}>
      76% of retail accounts lose money when they trade contracts; trade only what you can afford to lose.
    </RiskBanner>
  </div>
);

const WAIT_MS = 1_200;

const Pull = () => (
  <div className="-mx-4 scroll">
    <PullToRefresh
      label="Refresh the list"
      busyLabel="Refreshing"
      refresh={() => new Promise((go) => setTimeout(go, WAIT_MS))}
    >
      <Row title="Pull me down" sub="60 px, or the hidden button" value="67,842.10" />
    </PullToRefresh>
  </div>
);

export const feedbackSections: readonly Section[] = [
  { title: 'Toasts and notes', body: <Toasts /> },
  { title: 'Results that stay', body: <Notices /> },
  { title: 'Overlays', body: <Overlays /> },
  { title: 'How it ended', body: <Results /> },
  { title: 'Offline and stale', body: <Offline /> },
  { title: 'Risk line', body: <Risk /> },
  { title: 'Pull to refresh', body: <Pull /> },
  {
    title: 'Empty',
    body: (
      <div className="card">
        <Empty
          title="No open orders"
          text="Orders you place wait here until they fill."
          action={<Button size="small">Place an order</Button>}
        />
      </div>
    ),
  },
  {
    title: 'Error, one panel only',
    body: (
      <div className="card">
        <ErrorPanel
          title="Couldn’t load the book"
          text="The order form still works."
          retry={{ label: 'Retry', go: nothing }}
        />
      </div>
    ),
  },
  {
    title: 'Loading',
    body: (
      <div className="-mx-4">
        <SkeletonRows count={3} />
      </div>
    ),
  },
];
