import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { Card, Lesson } from './lessons.ts';

/** Draws what a lesson explains; each card adds to the drawing. The sentence below says the same in words. */
export function LessonPicture({ lesson, card }: { lesson: Lesson; card: Card }) {
  const Picture = PICTURES[lesson];
  return (
    <>
      <svg
        className="w-full fill-none stroke-ink-2 stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]"
        viewBox="0 0 326 104"
        aria-hidden="true"
      >
        <Picture card={card} />
      </svg>
      {lesson === 'limit' && <LimitLegend isFilled={card > 1} />}
    </>
  );
}

type PictureProps = { card: Card };

const DASHED = 'stroke-brand [stroke-dasharray:4_4]';
const FRAME = 'fill-s2 stroke-ink-3';
const DOT = 'fill-brand stroke-s1 stroke-2';

/** A part that the cards from this one on show. */
const From = ({ first, card, children }: PictureProps & { first: Card; children: ReactNode }) =>
  card >= first ? children : null;

const Check = ({ x, y }: { x: number; y: number }) => (
  <g className="stroke-ok">
    <circle className="fill-s1" cx={x} cy={y} r={13} />
    <path d={`M${x - 5.5} ${y + 0.5}l4 4 7-8`} />
  </g>
);

/** Three sources, their median, and blocks that contain it. */
const Price = ({ card }: PictureProps) => (
  <>
    <path className="stroke-ink-3" d="M0 26C20 18 40 36 60 28S96 40 120 52" />
    <path className="stroke-ink-3" d="M0 80C20 70 40 90 60 78S96 66 120 52" />
    <path d="M0 52C20 46 40 60 60 50S96 54 120 52" />
    <circle className={DOT} cx={120} cy={52} r={5} />
    <From first={2} card={card}>
      <path className={DASHED} d="M128 52H162" />
      {[166, 220, 274].map((x) => (
        <g key={x} className={FRAME}>
          <rect x={x} y={32} width={40} height={40} rx={8} />
          <path d={`M${x + 10} 46h20M${x + 10} 56h12`} />
        </g>
      ))}
      <path className="stroke-ink-3" d="M206 52h14M260 52h14" />
    </From>
    <From first={3} card={card}>
      <Check x={304} y={30} />
    </From>
  </>
);

/** Offers that a market order takes, the preview, and the receipt. */
const Buy = ({ card }: PictureProps) => (
  <>
    {[0, 1, 2].map((level) => (
      <rect
        key={level}
        className={level === 0 || card > 1 ? 'fill-brand stroke-none' : FRAME}
        opacity={1 - level * 0.28}
        x={0}
        y={72 - level * 28}
        width={72 + level * 34}
        height={18}
        rx={4}
      />
    ))}
    <From first={2} card={card}>
      <path className={DASHED} d="M150 52h44" />
      <g className={FRAME}>
        <rect x={204} y={10} width={86} height={84} rx={10} />
        <path d="M218 30h34M218 46h58M218 62h58M218 78h24" />
      </g>
    </From>
    <From first={3} card={card}>
      <Check x={286} y={80} />
    </From>
  </>
);

const FALL =
  'M0 19.8L14 21.7 28 30.7 47 39 66 43 85 43 104 58 123 53 142 53 156 60 170 71 184 82 189 89 198 81 213 82 222 73 241 72 260 69 279 62 298 55 312 53 326 46';

/** A price that falls to the order and rises again. */
const Limit = ({ card }: PictureProps) => (
  <>
    <path className={DASHED} d="M0 89.5H326" />
    <path className="stroke-ink" d={card === 1 ? (FALL.split(' 189')[0] ?? FALL) : FALL} />
    <From first={2} card={card}>
      <circle className={DOT} cx={189} cy={89.5} r={5} />
    </From>
    <From first={3} card={card}>
      <g className={FRAME}>
        <path d="M271 22v-8a11 11 0 0 1 22 0v8" />
        <rect x={262} y={18} width={40} height={26} rx={6} />
      </g>
    </From>
  </>
);

function LimitLegend({ isFilled }: { isFilled: boolean }) {
  const text = useText();
  return (
    <p className="mt-1 flex justify-between gap-3 text-label">
      <span className="text-brand">{text('lesson.limit.order', { price: '67,200' })}</span>
      {isFilled && <span>{text('lesson.limit.filled')}</span>}
    </p>
  );
}

/** A shield, a passkey, and a letter with the safety phrase. */
const Safety = ({ card }: PictureProps) => (
  <>
    <path className="fill-s2 stroke-brand" d="M56 12l34 12v26c0 22-14 36-34 44-20-8-34-22-34-44V24z" />
    <path className="stroke-brand" d="M42 52l10 10 18-20" />
    <From first={2} card={card}>
      <g className={FRAME}>
        <circle cx={150} cy={52} r={18} />
        <path d="M168 52h34v14M190 52v10" />
      </g>
      <circle className="fill-brand stroke-none" cx={150} cy={52} r={5} />
    </From>
    <From first={3} card={card}>
      <g className={FRAME}>
        <rect x={228} y={26} width={84} height={54} rx={8} />
        <path d="M230 30l40 28 40-28" />
      </g>
      <path className="stroke-ok stroke-2" d="M244 70h52" />
    </From>
  </>
);

/** The gap between bid and ask, the fee as a slice, and a line of the ledger. */
const Cost = ({ card }: PictureProps) => (
  <>
    <path className="tone-up stroke-(--tone)" d="M0 78H96" />
    <path className="tone-down stroke-(--tone)" d="M0 28H96" />
    <path className={DASHED} d="M48 34v38" />
    <From first={2} card={card}>
      <circle className={FRAME} cx={160} cy={52} r={34} />
      <path className="fill-brand stroke-none" d="M160 52V18a34 34 0 0 1 14 3z" />
    </From>
    <From first={3} card={card}>
      <g className={FRAME}>
        <rect x={222} y={14} width={92} height={76} rx={8} />
        <path d="M234 34h40M290 34h12M234 70h30M290 70h12" />
      </g>
      <path className="stroke-brand stroke-2" d="M234 52h48M294 52h8" />
    </From>
  </>
);

const LEVELS = [52, 84, 118, 96] as const;

/** Bids on one side, asks on the other, and what a large order takes. */
const Book = ({ card }: PictureProps) => (
  <>
    {LEVELS.map((width, level) => (
      <g key={width} className="stroke-none" opacity={0.7}>
        <rect className="tone-up fill-(--tone)" x={157 - width} y={8 + level * 23} width={width} height={17} rx={3} />
        <rect className="tone-down fill-(--tone)" x={169} y={8 + level * 23} width={width} height={17} rx={3} />
      </g>
    ))}
    <path className="stroke-ink-3" d="M163 0v104" />
    <From first={2} card={card}>
      <path className="stroke-ink stroke-2" d="M300 10v40M294 44l6 8 6-8" />
    </From>
    <From first={3} card={card}>
      <g className="fill-s1 stroke-ink stroke-2">
        <circle cx={20} cy={18} r={7} />
        <circle cx={40} cy={18} r={7} opacity={0.6} />
        <circle cx={60} cy={18} r={7} opacity={0.3} />
      </g>
    </From>
  </>
);

const PICTURES: Readonly<Record<Lesson, (props: PictureProps) => ReactNode>> = {
  price: Price,
  buy: Buy,
  limit: Limit,
  safety: Safety,
  cost: Cost,
  book: Book,
};
