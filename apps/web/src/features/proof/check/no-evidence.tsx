import { buttonClass, Empty, ErrorPanel } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { addressOf, FORM } from './read-address.ts';

type NotFetchedProps = { error: unknown; retry: () => void; what?: 'price' | 'trade' };

/** Reports a failed fetch: nothing was checked, so it refers to the connection, never to the evidence. */
export function NotFetched({ error, retry, what = 'price' }: NotFetchedProps) {
  const text = useText();
  return (
    <div className="middle">
      <ErrorPanel
        title={text('proof.not_fetched')}
        text={`${describeFailure(error, text)} ${text(what === 'price' ? 'proof.not_fetched.text' : 'proof.receipt.not_fetched')}`}
        retry={{ label: text('system.retry'), go: retry }}
      />
    </div>
  );
}

function OtherPrice({ to, label }: { to: string; label: string }) {
  return (
    <Link className={buttonClass({ size: 'small' })} to={to}>
      {label}
    </Link>
  );
}

export function NoSuchMarket() {
  const text = useText();
  const action = <OtherPrice to={FORM} label={text('proof.form.other')} />;
  return (
    <div className="middle">
      <Empty title={text('proof.no_market')} text={text('proof.no_market.text')} action={action} />
    </div>
  );
}

export function NoSuchTick({ symbol, seq }: { symbol: string; seq: number }) {
  const text = useText();
  const action = <OtherPrice to={addressOf(symbol)} label={text('proof.no_tick.newest')} />;
  return (
    <div className="middle">
      <Empty title={text('proof.no_tick', { symbol, seq })} text={text('proof.no_tick.text')} action={action} />
    </div>
  );
}

export function NoTickYet() {
  const text = useText();
  const action = <OtherPrice to={FORM} label={text('proof.form.other')} />;
  return (
    <div className="middle">
      <Empty title={text('proof.no_price')} text={text('proof.no_price.text')} action={action} />
    </div>
  );
}

/** Most likely a trade between two users, the one kind without a receipt. Or its market is no longer listed. */
export function NoReceipt({ why }: { why: 'none' | 'gone_market' }) {
  const text = useText();
  const action = <OtherPrice to={FORM} label={text('proof.receipt.other')} />;
  return (
    <div className="middle">
      <Empty title={text(`proof.receipt.${why}`)} text={text(`proof.receipt.${why}.text`)} action={action} />
    </div>
  );
}

/** Shown in an old browser or on a page without a secure origin; the price may still be correct. */
export function CannotCheckHere({ command }: { command: string }) {
  const text = useText();
  return (
    <div className="px-gutter pt-2">
      <Empty title={text('proof.cannot')} text={text('proof.cannot.text')} />
      <p className="ident mt-4 rounded-control bg-s1 p-3 text-label wrap-anywhere text-ink-2">{command}</p>
    </div>
  );
}
