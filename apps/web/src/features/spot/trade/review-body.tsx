import { showPercent } from '@app/money';
import { Button, Checkbox, CoinIcon, Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { ownText, UNKNOWN } from './form-texts.ts';
import { usePriceState } from './price-state.ts';
import { refusalText } from './refusal-text.ts';
import { type Review, waitOf } from './review.ts';
import { ReviewFacts } from './review-facts.tsx';

type Props = {
  market: MarketInfo;
  review: Review;
  muting: { isMuted: boolean; setMuted: (isMuted: boolean) => void };
  isPending: boolean;
  onBack: () => void;
  onPlace: () => void;
};

/** Shows the order about to be sent and its cost. The back button is as large as the confirm button. */
export function ReviewBody({ market, review, muting, isPending, onBack, onPlace }: Props) {
  const text = useText();
  const { side } = review.request;
  const isOnline = useConnection((connection) => connection.isOnline);
  const isFollowed = useConnection(({ socket }) => socket !== 'lost');
  const isPaused = usePriceState(market.symbol).kind === 'paused';
  const wait = waitOf(review.request, { isOnline, isFollowed, isBookKnown: review.estimate !== undefined });
  return (
    <div data-coach="review">
      <Head {...{ market, review }} />
      <Figure {...{ market, review }} />
      <ReviewFacts {...{ market, review }} />
      <Warnings {...{ market, review }} isOld={!isFollowed || isPaused} />
      <div className="mt-3">
        <Checkbox checked={muting.isMuted} onChange={muting.setMuted} disabled={isPending}>
          {text('spot.review.mute')}
        </Checkbox>
      </div>
      <div className="sheet__acts pair">
        <Button onClick={onBack}>{text('spot.review.back')}</Button>
        <Button
          tone={side === 'buy' ? 'up' : 'down'}
          className="px-2"
          busy={isPending}
          disabled={wait !== undefined || review.refusal !== undefined}
          onClick={onPlace}
        >
          {text(wait === undefined ? `spot.review.${side}` : `spot.form.wait.${wait}`)}
        </Button>
      </div>
    </div>
  );
}

type Shown = Pick<Props, 'market' | 'review'>;

function Head({ market, review: { request } }: Shown) {
  const text = useText();
  const size = 'budget' in request ? request.budget : request.quantity;
  const currency = 'budget' in request ? market.quote : market.base;
  const kind =
    request.kind === 'market' ? text('spot.market') : `${text('spot.limit')} · ${text(`spot.force.${request.force}`)}`;
  return (
    <div className="flex items-center gap-3 pt-1 pb-3">
      <CoinIcon code={market.base} size={40} />
      <div className="min-w-0 grow">
        <div className="text-title">
          <span className={request.side === 'buy' ? 'text-(--up)' : 'text-(--down)'}>
            {text(`spot.${request.side}`)}
          </span>{' '}
          {'budget' in request ? market.base : ownText(size, currency, market)} {'budget' in request ? '' : currency}
        </div>
        <div className="text-label text-ink-3">{kind}</div>
      </div>
    </div>
  );
}

function Figure({ market, review: { hero } }: Shown) {
  const text = useText();
  return (
    <div className="card card--inset">
      <div className="text-label text-ink-3">{text(`spot.review.${hero.kind}`)}</div>
      <div className="card__figure">
        {hero.amount === undefined ? UNKNOWN : ownText(hero.amount, market.quote, market)}{' '}
        <span className="text-body text-ink-3">{market.quote}</span>
      </div>
    </div>
  );
}

/** Shows what the user should check before confirming. */
function Warnings({ market, review, isOld }: Shown & { isOld: boolean }) {
  const text = useText();
  const { request, against, estimate, refusal } = review;
  const worse = against?.isFarWorse === true && showPercent(against.rate).replace(/^[+−]/, '');
  return (
    <div className="grid gap-2 empty:hidden">
      {worse && (
        <Note icon="warn" tone="warn">
          {text(`spot.review.worse.${request.side}`, { rate: worse })}
        </Note>
      )}
      {request.kind === 'market' && estimate?.beyond && (
        <Note icon="warn" tone="warn">
          {text('spot.review.beyond')}
        </Note>
      )}
      {request.kind === 'limit' && isOld && (
        <Note icon="warn" tone="warn">
          {text('spot.form.stale')}
        </Note>
      )}
      {refusal !== undefined && (
        <Note icon="warn" tone="danger">
          {refusalText({ code: refusal.code, params: refusal.params ?? {} }, market.quote, text)}
        </Note>
      )}
    </div>
  );
}
