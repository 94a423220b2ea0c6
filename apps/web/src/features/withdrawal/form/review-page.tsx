import { CallRefused } from '@app/client/call';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, amountForSpeech, parseDecimal } from '@app/money';
import { AddressText, Button, buttonClass, Facts, Level, NavBar, Note, Page, Steps, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { minutesOf } from '../../../data/account/coin-networks.ts';
import { networkName, networkWithStandard } from '../../../data/account/network-name.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { unlessGivenUp } from '../../../data/session/step-up-question.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { SUPPORT_PATH } from '../withdraw-address.ts';
import { BTC_PLACES, meterOf, type Ready } from './withdraw-form.ts';
import { useWorthText } from './worth-text.ts';

export type Sending = {
  isPending: boolean;
  isChecking: boolean;
  isUnknown: boolean;
  mayHaveMoved: boolean;
  error: Error | null;
};
type Props = { ready: Ready; sending: Sending; onBack: () => void; onSend: () => void };

/** The last look before the money leaves: the whole address, what arrives, and that nothing brings it back. */
export function ReviewPage({ ready, ...frame }: Props) {
  return (
    <ReviewFrame currency={ready.network.currency} {...frame}>
      <Recipient ready={ready} />
      <Destination ready={ready} />
      <ReviewFacts ready={ready} />
      <LimitLeft limits={ready.limits} worthBtc={ready.worthBtc} />
      <Warning chain={ready.network.chain} />
    </ReviewFrame>
  );
}

type FrameProps = Omit<Props, 'ready'> & { currency: string; children: ReactNode };

/** The second of three steps: what is reviewed, the two buttons of one size, and what became of the submission. */
export function ReviewFrame({ currency, sending, onBack, onSend, children }: FrameProps) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const { isPending, isUnknown, mayHaveMoved } = sending;
  const step = text('security.step', { step: 2, count: 3 });
  const back = { label: text('system.back'), go: () => !isPending && onBack() };
  const end = <span className="pr-3 text-label text-ink-3">{step}</span>;
  return (
    <Page
      bar={<NavBar title={text('withdrawal.review')} back={back} end={end} />}
      foot={
        <>
          <div className="pair">
            <Button size="large" disabled={isPending} onClick={onBack}>
              {text('withdrawal.review.back')}
            </Button>
            <Button
              tone="primary"
              size="large"
              busy={isPending}
              blocked={!isOnline}
              aria-disabled={!isOnline}
              onClick={() => isOnline && onSend()}
            >
              {text(isUnknown ? 'wallet.unknown.again' : 'withdrawal.review.continue')}
            </Button>
          </div>
          <p className="pt-2.5 text-center text-micro text-ink-3">{text('withdrawal.review.next')}</p>
        </>
      }
    >
      <div className="flex flex-col gap-4 px-gutter pb-4">
        <Steps count={3} done={2} label={step} />
        {children}
        {!isOnline && !mayHaveMoved && (
          <Note icon="offline" tone="warn">
            {text('withdrawal.offline')}
          </Note>
        )}
        <Outcome currency={currency} sending={sending} />
      </div>
    </Page>
  );
}

function Recipient({ ready: { network, received } }: { ready: Ready }) {
  const text = useText();
  const worth = useWorthText(network.currency, received);
  const [whole, decimals] = amountForSpeech(received).split('.');
  return (
    <section>
      <p className="text-label text-ink-2">{text('withdrawal.recipient')}</p>
      <p className="text-hero break-all">
        {whole}
        {decimals !== undefined && <span className="text-ink-3">.{decimals}</span>}{' '}
        <span className="text-h2 text-ink-2">{network.currency}</span>
      </p>
      {worth !== undefined && <p className="text-label text-ink-3">{worth}</p>}
    </section>
  );
}

function Destination({ ready: { address } }: { ready: Ready }) {
  const text = useText();
  return (
    <section className="card">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 text-label wrap-anywhere text-ink-2">
          {text('withdrawal.review.to', { name: address.name })}
        </span>
        <Tag tone="ok" icon="check">
          {text('withdrawal.review.saved')}
        </Tag>
      </div>
      <AddressText address={address.address} />
      <p className="mt-3 text-label text-ink-3">{text('withdrawal.review.compare')}</p>
    </section>
  );
}

function ReviewFacts({ ready: { network, amount, balanceAfter } }: { ready: Ready }) {
  const text = useText();
  const { chain, currency, fee } = network;
  const inCoin = (value: Amount) => `${amountForSpeech(value)} ${currency}`;
  const facts: (readonly [string, ReactNode])[] = [
    [text('payee.chain'), networkWithStandard(chain)],
    [text('withdrawal.review.leaves'), inCoin(amount)],
    [text('withdrawal.fee'), inCoin(fee)],
    [text('withdrawal.review.arrives'), text('withdrawal.review.arrives.text', { count: minutesOf(network) })],
    [text('withdrawal.review.after'), `${amountForSpeech(balanceAfter, shownPlaces(currency))} ${currency}`],
  ];
  return <Facts facts={facts} />;
}

export function LimitLeft({ limits, worthBtc }: Pick<Ready, 'limits' | 'worthBtc'>) {
  const text = useText();
  const { left, percent } = meterOf(limits, worthBtc);
  const label = text('withdrawal.review.left', { level: limits.level });
  const amounts = {
    used: amountForSpeech(left, BTC_PLACES),
    limit: amountForSpeech(limits.limit_btc, BTC_PLACES),
  };
  return (
    <div>
      <div className="mb-2 flex flex-wrap justify-between gap-x-3 text-label text-ink-2">
        <span>{label}</span>
        <span>{text('withdrawal.limit.of', amounts)}</span>
      </div>
      <Level label={label} percent={100 - percent} tone="ok" />
    </div>
  );
}

function Warning({ chain }: { chain: Ready['network']['chain'] }) {
  const text = useText();
  return (
    <Note icon="warn" tone="danger">
      <b>{text('withdrawal.review.final', { network: networkName(chain) })}</b> {text('withdrawal.review.scam')}{' '}
      <Link className="hit font-medium text-brand" to={SUPPORT_PATH}>
        {text('withdrawal.help')}
      </Link>
    </Note>
  );
}

/** What became of the submission, as long as it has not led on. */
function Outcome({ currency, sending: { isChecking, isUnknown, error } }: { currency: string; sending: Sending }) {
  const text = useText();
  const refused = unlessGivenUp(error);
  if (isChecking)
    return (
      <Note icon="convert" tone="warn">
        {text('wallet.checking')}
      </Note>
    );
  if (isUnknown)
    return (
      <Note icon="warn" tone="warn">
        <b>{text('wallet.unknown.title')}</b> {text('wallet.unknown.text')}
      </Note>
    );
  if (refused === null) return null;
  if (refused instanceof CallRefused && refused.code === 'trade_password_missing') return <NoTradePassword />;
  return <Refusal error={refused} currency={currency} />;
}

function Refusal({ error, currency }: { error: Error; currency: string }) {
  const text = useText();
  return (
    <div role="alert">
      <Note icon="warn" tone="danger">
        {describeRefusal(error, currency, text)}
      </Note>
    </div>
  );
}

/** Returns the server's message; its figures and those that are about more than withdrawals in words of this page. */
function describeRefusal(error: Error, currency: string, text: Text): string {
  if (!(error instanceof CallRefused)) return describeFailure(error, text);
  if (error.code === 'rate_unavailable') return text('withdrawal.no_price', { coin: currency });
  const { left } = error.params;
  if (error.code !== 'withdraw_limit' || left === undefined) return error.message;
  return text('refusal.withdraw_limit', { left: amountForSpeech(parseDecimal<Amount>(left), BTC_PLACES) });
}

/** Leads to set a trade password first, and back to this page, which keeps what was entered. */
function NoTradePassword() {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <div className="card" role="alert">
      <p className="text-title">{text('security.step_up.missing')}</p>
      <p className="mt-1 mb-3 text-label text-ink-2">{text('security.step_up.missing.text')}</p>
      <Link
        className={buttonClass({ tone: 'primary', wide: true })}
        to={`/pages/setting/payPassword?${new URLSearchParams({ redirect: `${pathname}${search}` })}`}
        replace
      >
        {text('security.step_up.missing.action')}
      </Link>
    </div>
  );
}
