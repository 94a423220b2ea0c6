import { shownPlaces } from '@app/domain/wallet';
import { amountForSpeech, formatDecimal } from '@app/money';
import { Facts, Note } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { LimitLeft, ReviewFrame, type Sending } from '../form/review-page.tsx';
import { SUPPORT_PATH } from '../withdraw-address.ts';
import { dollars, type ReadyPayout } from './payout-form.ts';

type Props = { ready: ReadyPayout; sending: Sending; onBack: () => void; onSend: () => void };

/** The last look before the money leaves: exactly what the bank gets, at which rate and fee, and whose account it is. */
export function PayoutReview({ ready, ...frame }: Props) {
  const text = useText();
  const { card, amount, usd, fee, rate, balanceAfter, limits, worthBtc } = ready;
  const facts: (readonly [string, ReactNode])[] = [
    [text('withdrawal.bank.name'), card.bank_name],
    [text('withdrawal.bank.account'), `•••• ${card.account}`],
    [text('withdrawal.bank.holder'), card.holder],
    [text('withdrawal.review.leaves'), `${amountForSpeech(amount)} USDT`],
    [text('withdrawal.bank.fee'), `${amountForSpeech(fee)} USDT`],
    [text('withdrawal.bank.rate'), text('withdrawal.bank.rate.text', { rate: formatDecimal(rate) })],
    [text('withdrawal.review.arrives'), text('withdrawal.bank.arrives.text')],
    [text('withdrawal.review.after'), `${amountForSpeech(balanceAfter, shownPlaces('USDT'))} USDT`],
  ];
  return (
    <ReviewFrame currency="USDT" {...frame}>
      <section>
        <p className="text-label text-ink-2">{text('withdrawal.bank.gets')}</p>
        <p className="text-hero break-all">{dollars(usd)}</p>
      </section>
      <Facts facts={facts} />
      <LimitLeft limits={limits} worthBtc={worthBtc} />
      <Note icon="warn" tone="danger">
        <b>{text('withdrawal.bank.final')}</b> {text('withdrawal.review.scam')}{' '}
        <Link className="hit font-medium text-brand" to={SUPPORT_PATH}>
          {text('withdrawal.help')}
        </Link>
      </Note>
    </ReviewFrame>
  );
}
