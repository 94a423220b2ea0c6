import { Delayed, ErrorPanel, Icon, NavBar, Page, Segmented, Skeleton } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useBalances } from '../../data/account/balances.ts';
import { useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { PayoutFlow } from './bank/payout-flow.tsx';
import { PayoutStatus } from './bank/payout-status.tsx';
import { payoutOptionsQuery } from './bank/payouts-query.ts';
import { WithdrawFlow } from './form/withdraw-flow.tsx';
import { WithdrawGate } from './gate.tsx';
import { StatusScreen } from './status/status-screen.tsx';
import { ASSETS_PATH, payoutIn, RECORDS_PATH, withdrawalIn } from './withdraw-address.ts';
import { optionsQuery } from './withdrawals-query.ts';

/**
 * /pages/fund/withdraw?currency=&chain=: a new withdrawal to an address, with `?to=bank` to the saved bank account; with `?id=` or
 * `?payout=` the state of one.
 */
export default function WithdrawScreen() {
  const [address] = useSearchParams();
  const id = withdrawalIn(address);
  const payout = payoutIn(address);
  if (payout !== undefined) return <PayoutStatus key={String(payout)} id={payout} />;
  return id === undefined ? <NewWithdrawal /> : <StatusScreen key={String(id)} id={id} />;
}

function NewWithdrawal() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(ASSETS_PATH) };
  const bar = <NavBar title={text('wallet.withdraw.title')} back={back} end={<Records />} />;
  return (
    <WithdrawGate bar={bar} loading={<Loading />}>
      <Loaded bar={bar} />
    </WithdrawGate>
  );
}

const TO_BANK = 'bank';

/** Where to: the address keeps it, so that links and going back work. */
function Destination({ isBank }: { isBank: boolean }) {
  const text = useText();
  const [, setAddress] = useSearchParams();
  return (
    <div className="px-gutter pt-1 pb-4">
      <Segmented
        label={text('withdrawal.destination')}
        options={[
          { value: 'address', label: text('withdrawal.destination.address') },
          { value: TO_BANK, label: text('withdrawal.destination.bank') },
        ]}
        value={isBank ? TO_BANK : 'address'}
        onChange={(to) => setAddress(to === TO_BANK ? { to } : {}, { replace: true })}
      />
    </div>
  );
}

function Records() {
  const text = useText();
  return (
    <Link className="iconbtn" to={`${RECORDS_PATH}?tab=withdraw`} aria-label={text('deposit.records')}>
      <Icon name="doc" />
    </Link>
  );
}

function Loaded({ bar }: { bar: ReactNode }) {
  const [address] = useSearchParams();
  return address.get('to') === TO_BANK ? <ToBank bar={bar} /> : <ToAddress bar={bar} />;
}

function ToAddress({ bar }: { bar: ReactNode }) {
  const { search } = useLocation();
  const options = useQuery(optionsQuery(useSessionScope()));
  const balances = useBalances();
  const destination = <Destination isBank={false} />;
  if (options.data === undefined || balances.data === undefined)
    return <NotLoaded bar={bar} destination={destination} parts={[options, balances]} />;
  const loaded = { search, options: options.data, list: balances.data.list };
  return <WithdrawFlow key={search} bar={bar} destination={destination} {...loaded} />;
}

function ToBank({ bar }: { bar: ReactNode }) {
  const options = useQuery(payoutOptionsQuery(useSessionScope()));
  const balances = useBalances();
  const destination = <Destination isBank />;
  if (options.data === undefined || balances.data === undefined)
    return <NotLoaded bar={bar} destination={destination} parts={[options, balances]} />;
  return <PayoutFlow bar={bar} destination={destination} options={options.data} list={balances.data.list} />;
}

type Part = { readonly data: unknown; readonly error: Error | null; readonly refetch: () => Promise<unknown> };
type NotLoadedProps = { bar: ReactNode; destination: ReactNode; parts: readonly Part[] };

function NotLoaded({ bar, destination, parts }: NotLoadedProps) {
  const text = useText();
  const error = parts.find((part) => part.data === undefined && part.error !== null)?.error ?? null;
  return (
    <Page bar={bar}>
      {destination}
      {error === null ? (
        <Loading />
      ) : (
        <ErrorPanel
          title={text('system.load.failed')}
          text={describeFailure(error, text)}
          retry={{ label: text('system.retry'), go: () => void Promise.all(parts.map((part) => part.refetch())) }}
        />
      )}
    </Page>
  );
}

const Loading = () => (
  <Delayed>
    <div className="flex flex-col gap-3 px-gutter pt-1">
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-16 rounded-control" />
      <Skeleton className="mt-6 h-16 rounded-control" />
      <Skeleton className="mt-6 h-36 rounded-card" />
      <Skeleton className="h-36 rounded-card" />
    </div>
  </Delayed>
);
