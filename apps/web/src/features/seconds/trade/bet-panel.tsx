import type { BetSide } from '@app/domain/seconds';
import { formatDecimal, negate } from '@app/money';
import { Panel, Sheet, SkeletonRows, Stepper } from '@app/ui';
import { type FocusEvent, Suspense, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useGuideFromAddress } from '../../../data/session/demo-guide.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { costText, moneyText, payoutText, shareText, signedText, stakeText, UNKNOWN } from '../seconds-texts.ts';
import { BetActions } from './bet-actions.tsx';
import { type BetForm, placesOf, presetsOf, readStake, stepStake } from './bet-form.ts';
import { previewText } from './bet-texts.ts';
import type { BetEntry } from './use-bet-form.ts';
import { useBetSubmit } from './use-bet-submit.ts';
import { useBettingState } from './use-betting-state.ts';

/** Loaded when opened: practice money is not asked, and most visits need no guide. */
const ReviewView = lazyPart(async () => (await import('./review-view.tsx')).ReviewView);
const Guide = lazyPart(async () => (await import('../guide/guide-view.tsx')).Guide);

type Props = { market: MarketInfo; entry: BetEntry };

/** Renders the form of a bet with what it wins, loses and costs, its two buttons, and the sheets it opens. */
export function BetPanel({ market, entry }: Props) {
  const text = useText();
  const submission = useBetSubmit(market, entry);
  const betting = useBettingState(market, entry);
  const { isRequested: isGuided } = useGuideFromAddress();
  const { box, error, attempt, leave } = useStakeError(entry);
  const press = (side: BetSide) => (entry.preview.state === 'ready' ? submission.press(side) : attempt());
  return (
    <form ref={box} className="bet-form" noValidate onSubmit={(event) => event.preventDefault()} onBlur={leave}>
      <Lengths entry={entry} />
      <Stake entry={entry} error={error} />
      <Outcome entry={entry} />
      <BetActions entry={entry} betting={betting} submission={submission} onPress={press} />
      <Sheet
        open={submission.sheet.isOpen}
        onClose={submission.sheet.close}
        title={text('seconds.review.title')}
        closeLabel={text('system.close')}
      >
        {submission.sheet.isOpen && (
          <Panel loading={<SkeletonRows count={4} />}>
            <ReviewView market={market} entry={entry} submission={submission} canBet={betting.state.kind === 'open'} />
          </Panel>
        )}
      </Sheet>
      {isGuided && (
        <Suspense>
          <Guide />
        </Suspense>
      )}
    </form>
  );
}

/** Takes the length, with what each pays. */
function Lengths({ entry }: Pick<Props, 'entry'>) {
  const text = useText();
  const { payouts } = entry.inForce.terms;
  return (
    <fieldset className="durs" data-coach="length">
      <legend className="bet-form__label">
        <span>{text('seconds.time')}</span>
        <span>{text('seconds.pays')}</span>
      </legend>
      <div className="durs__row">
        {payouts.map(({ seconds, rate }) => {
          const isOn = seconds === entry.form.seconds;
          return (
            <label key={seconds} className={isOn ? 'dur dur--on' : 'dur'}>
              <input
                type="radio"
                className="sr-only"
                name="seconds"
                checked={isOn}
                onChange={() => entry.setSeconds(seconds)}
              />
              <b>{text('seconds.length', { n: seconds })}</b>
              <span>+{payoutText(rate)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Takes the stake: typed, by steps or from presets. */
function Stake({ entry, error }: Pick<Props, 'entry'> & { error: string | undefined }) {
  const text = useText();
  const { caps, form } = entry;
  const step = (direction: 'less' | 'more') => ({
    label: text(`seconds.stake.${direction}`),
    step: (held: string) => stepStake(held, direction, caps),
  });
  return (
    <div className="stake" data-coach="stake" data-field="stake">
      <div className="bet-form__label">
        <span>{text('seconds.stake')}</span>
        <span>{`${stakeText(caps.stakeMin)} – ${stakeText(caps.stakeMax)} ${caps.currency}`}</span>
      </div>
      <div className="stake__row">
        <div className="stake__field">
          <Stepper
            label={text('seconds.stake')}
            value={form.stake}
            places={placesOf(caps)}
            onChange={entry.setStake}
            less={step('less')}
            more={step('more')}
            error={error}
          />
        </div>
        {presetsOf(caps).map((preset) => (
          <button
            key={preset}
            type="button"
            className={readStake(form.stake) === preset ? 'chip chip--on' : 'chip'}
            aria-pressed={readStake(form.stake) === preset}
            onClick={() => entry.setStake(formatDecimal(preset))}
          >
            {stakeText(preset)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** States what is won, lost and returned, and beside it the odds: how often one must be right, and the average cost. */
function Outcome({ entry: { preview, caps, payout } }: Pick<Props, 'entry'>) {
  const text = useText();
  const figures = preview.state === 'incomplete' ? undefined : preview.figures;
  const { currency } = caps;
  return (
    <div data-coach="odds">
      <dl className="outcome">
        <div>
          <dt>{text('seconds.if.right')}</dt>
          <dd className="tone-up">{figures === undefined ? UNKNOWN : `+${moneyText(figures.gain, currency)}`}</dd>
        </div>
        <div>
          <dt>{text('seconds.if.wrong')}</dt>
          <dd className="tone-down">{figures === undefined ? UNKNOWN : signedText(negate(figures.stake), currency)}</dd>
        </div>
        <div>
          <dt>{text('seconds.if.equal')}</dt>
          <dd>{text('seconds.if.back')}</dd>
        </div>
      </dl>
      {payout !== undefined && (
        <p className="odds">
          {figures === undefined
            ? text('seconds.odds.none')
            : text('seconds.odds', {
                share: shareText(figures.breakEven),
                cost: `${costText(figures.cost, currency)} ${currency}`,
              })}
        </p>
      )}
    </div>
  );
}

/** Returns the error of the stake: shown once the user leaves the field or presses a button. */
function useStakeError(entry: BetEntry) {
  const text = useText();
  const box = useRef<HTMLFormElement>(null);
  const [attempted, setAttempted] = useState<{ form: BetForm; isPressed: boolean }>();
  const { preview, form } = entry;
  const isAttempted = attempted !== undefined && isSame(attempted.form, form);
  const isShort = preview.state === 'refused' && preview.code === 'insufficient_balance';
  const isOfStake = preview.state === 'refused' && preview.code !== 'market_closed' && !isShort;
  const error =
    isAttempted && preview.state === 'incomplete' && attempted.isPressed
      ? text('seconds.fill.stake')
      : isAttempted && isOfStake
        ? previewText(preview, text)
        : undefined;
  const attempt = () => {
    setAttempted({ form, isPressed: true });
    if (preview.state === 'incomplete' || isOfStake)
      box.current?.querySelector<HTMLInputElement>('[data-field="stake"] input')?.focus();
  };
  // Not when focus moves to a button: the error would shift it from under the finger.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const isField = target.matches('[data-field="stake"] input');
    if (isField && !(relatedTarget instanceof HTMLButtonElement)) setAttempted({ form, isPressed: false });
  };
  return { box, error, attempt, leave };
}

const isSame = (a: BetForm, b: BetForm) => a.seconds === b.seconds && a.stake === b.stake && a.currency === b.currency;
