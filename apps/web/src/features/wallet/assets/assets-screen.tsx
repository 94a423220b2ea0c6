import { shownPlaces, type Worth } from '@app/domain/wallet';
import {
  AmountText,
  Button,
  Delayed,
  durationText,
  ErrorPanel,
  Icon,
  NavBar,
  Note,
  Page,
  Panel,
  PullToRefresh,
  Skeleton,
  SkeletonRows,
  Stale,
} from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Balance, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useEstimate } from '../../../data/market/estimate.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import { HIDDEN, HideButton, useHiddenAmounts } from '../valuation/hidden-amounts.tsx';
import type { PriceMark } from '../valuation/price-marks.ts';
import { rateMoment } from '../valuation/rate-moment.ts';
import { useStale } from '../valuation/use-stale.ts';
import { useWorth } from '../valuation/worth.ts';
import { Actions } from './actions.tsx';
import { BalanceList } from './balance-list.tsx';
import { allocationOf, type Part, showTenths } from './balances.ts';

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

/** Placeholder with the real heights, so that the layout does not shift when figures arrive. */
function AssetsLoading() {
  return (
    <Delayed>
      <div className="px-gutter pt-1">
        <Skeleton className="h-4.5 w-24" />
        <Skeleton className="mt-2 h-11 w-56" />
        <Skeleton className="mt-8 h-12 rounded-control" />
      </div>
      <div className="mt-12">
        <SkeletonRows count={4} />
      </div>
    </Delayed>
  );
}

type Props = { updatedAt: number; marks: readonly PriceMark[]; children: ReactNode };

/**
 * Dims figures and shows since when they are stale; they are as fresh as the connection and the oldest price in them.
 */
function LiveFigures({ updatedAt, marks, children }: Props) {
  const text = useText();
  const silentMs = useStale(updatedAt, marks);
  return (
    <Stale stale={silentMs !== undefined} badge={text('system.stale', { time: durationText(silentMs ?? 0) })}>
      {children}
    </Stale>
  );
}

/** Shows an offer of demo mode in `real`, and a reminder in `demo`. */
function DemoCard() {
  const text = useText();
  const mode = useSession(({ user }) => user?.book);
  return (
    <div className="mt-3 px-gutter">
      {mode === 'demo' ? (
        <Note icon="info" tone="warn">
          {text('wallet.demo.note')}
        </Note>
      ) : (
        <DemoOffer />
      )}
    </div>
  );
}

function DemoOffer() {
  const text = useText();
  const { mutate, isPending, error } = useChangeMode();
  return (
    <section className="card">
      <p className="text-label text-ink-2">{text('wallet.demo.text')}</p>
      <Button className="mt-3" wide busy={isPending} onClick={() => mutate('demo')}>
        {text('wallet.demo.try')}
      </Button>
      {error !== null && (
        <p className="hint hint--error" role="alert">
          {describeFailure(error, text)}
        </p>
      )}
    </section>
  );
}

/** Shades by rank: the largest part has the brand colour, the others are lighter in sequence. */
const SHADES = ['bg-brand', 'bg-brand/72', 'bg-brand/50', 'bg-brand/28'] as const;

/** Shows the allocation as a bar, with a legend below. */
function AllocationBar({ parts }: { parts: readonly Part[] }) {
  const text = useText();
  if (parts.length === 0) return null;
  return (
    <section className="mt-3 px-gutter" aria-label={text('wallet.allocation')}>
      <div className="flex h-1.5 gap-0.5 overflow-hidden rounded-full" aria-hidden="true">
        {parts.map(({ currency, tenths }, index) => (
          <i
            key={currency ?? ''}
            className={`min-w-0.5 grow-(--v) basis-0 ${SHADES[index]}`}
            style={{ '--v': tenths }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-micro text-ink-3">
        {parts.map(({ currency, tenths }, index) => (
          <li key={currency ?? ''} className="flex items-center gap-1.5">
            <i className={`size-2 rounded-tag ${SHADES[index]}`} aria-hidden="true" />
            {currency ?? text('wallet.allocation.other')}
            <span className="text-ink-2">{showTenths(tenths)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Placeholder as high as the bar with a one-line legend. */
const AllocationGhost = () => (
  <div className="mt-3 px-gutter">
    <Skeleton className="h-7.5 w-full" />
  </div>
);

/** Shows the total value; nothing until prices have loaded. */
function TotalHero({ worth }: { worth: Worth | undefined }) {
  const text = useText();
  return (
    <section className="px-gutter pt-1">
      <div className="flex items-center gap-2 text-label text-ink-3">
        {text('wallet.total')}
        <HideButton />
      </div>
      {worth === undefined ? <Skeleton className="mt-1.5 h-17 w-56" /> : <Total worth={worth} />}
    </section>
  );
}

function Total({ worth: { total, unvalued } }: { worth: Worth }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const estimate = useDatedEstimate(total);
  const coins = unvalued.join(', ');
  return (
    <>
      <p className="mt-0.5 text-display wrap-anywhere">
        {isHidden ? HIDDEN : <AmountText value={total} places={shownPlaces('USDT')} hero />}
      </p>
      <p className="mt-1 min-h-4.5 text-label text-ink-3">
        {[isHidden ? '' : estimate, coins && text('wallet.total.unvalued', { coins })].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}

/** Shows the time of a stale rate. */
function useDatedEstimate(amount: Worth['total']): string {
  const { text, since } = useEstimate(amount);
  return since === undefined ? text : `${text} · ${rateMoment(since)}`;
}
