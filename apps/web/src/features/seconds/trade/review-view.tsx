import { negate } from '@app/money';
import { Button, Checkbox, Facts, ResultView } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { costText, indexName, moneyText, payoutText, shareText, signedText } from '../seconds-texts.ts';
import { chosenPayout } from './bet-form.ts';
import { figuresOf } from './bet-preview.ts';
import type { BetEntry } from './use-bet-form.ts';
import type { BetSubmission } from './use-bet-submit.ts';

type Props = { market: MarketInfo; entry: BetEntry; submission: BetSubmission; canBet: boolean };

/** Shows a bet with real money before it is sent, and while its outcome is unknown. Back is as large as the bet. */
export function ReviewView({ market, entry, submission, canBet }: Props) {
  const text = useText();
  const [isMuted, setMuted] = useState(false);
  const { request, sheet, isPending, isChecking, isUnknown } = submission;
  if (isChecking)
    return <ResultView kind="checking" title={text('seconds.review.checking')} text={text('seconds.checking')} />;
  if (isUnknown)
    return (
      <ResultView
        kind="partial"
        title={text('seconds.review.unknown')}
        text={text('seconds.unknown')}
        actions={
          <>
            <Button onClick={sheet.close}>{text('system.close')}</Button>
            <Button tone="primary" busy={isPending} onClick={submission.send}>
              {text('seconds.again')}
            </Button>
          </>
        }
      />
    );
  const payout = request && chosenPayout(entry.inForce.terms.payouts, request.seconds);
  if (request === undefined || payout === undefined) return null;
  const { currency } = request;
  const figures = figuresOf(request.stake, payout);
  const place = () => {
    if (isMuted) submission.mute();
    submission.send();
  };
  return (
    <div>
      <div className="card card--inset">
        <div className="text-label text-ink-3">{text('seconds.review.lose')}</div>
        <div className="card__figure text-(--warn)">
          {costText(figures.stake, currency)} <span className="text-body text-ink-3">{currency}</span>
        </div>
      </div>
      <div className="mt-2">
        <Facts
          facts={[
            [
              indexName(market.symbol, text),
              `${text(`seconds.${request.side}`)} · ${text('seconds.length', { n: request.seconds })}`,
            ],
            [text('seconds.if.right'), `+${moneyText(figures.gain, currency)} ${currency}`],
            [text('seconds.if.wrong'), `${signedText(negate(figures.stake), currency)} ${currency}`],
            [text('seconds.fact.payout'), payoutText(payout.rate)],
            [text('seconds.fact.even'), shareText(figures.breakEven)],
            [text('seconds.fact.cost'), `${costText(figures.cost, currency)} ${currency}`],
          ]}
        />
      </div>
      <div className="mt-3">
        <Checkbox checked={isMuted} onChange={setMuted} disabled={isPending}>
          {text('seconds.review.mute')}
        </Checkbox>
      </div>
      <div className="sheet__acts pair">
        <Button onClick={sheet.close}>{text('seconds.review.back')}</Button>
        <Button tone={request.side} busy={isPending} blocked={!canBet} disabled={!canBet} onClick={place}>
          {text(canBet ? `seconds.${request.side}` : 'seconds.wait.prices')}
        </Button>
      </div>
    </div>
  );
}
