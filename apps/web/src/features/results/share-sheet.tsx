import { rateOfHolding, showSigned } from '@app/domain/results';
import { valueAt } from '@app/domain/wallet';
import { type Amount, directionOfPercent, type Rate, showPercent, subtract } from '@app/money';
import { listHoldings } from '@app/protocol/statement';
import { Button, ChipGroup, Sheet, SwitchRow, showToast } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useText } from '../../data/app/texts.ts';
import { call } from '../../data/call/call.ts';
import { saveAs } from '../../data/call/download.ts';
import { useSession, useSessionScope } from '../../data/session/session.ts';
import type { useSheet } from '../../lib/use-sheet.ts';
import { CARD_HEIGHT, CARD_WIDTH, type Card, drawCard, type Palette } from './draw-card.ts';
import { usePeriodName } from './period-details.tsx';
import { freshQuote, quotesQuery } from './results-query.ts';

/** What a card can be about: the shown period, or a coin that is held. */
type Subject = {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly period: string;
  readonly rate: Rate;
  readonly result: Amount;
  readonly simulated: boolean;
};

type Props = {
  sheet: ReturnType<typeof useSheet>;
  period: string;
  rate: Rate | undefined;
  total: Amount;
  simulated: boolean;
};

/** Makes a picture of a result on this device: percent only, unless the user adds the amount. Nothing is sent. */
export function ShareSheet({ sheet, ...props }: Props) {
  const text = useText();
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title={text('results.share.title')}
      closeLabel={text('system.close')}
    >
      {sheet.isOpen && <Maker {...props} />}
    </Sheet>
  );
}

function Maker(shown: Omit<Props, 'sheet'>) {
  const text = useText();
  const locale = useLocale();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const subjects = useSubjects(shown);
  const [key, setKey] = useState('period');
  const [hasAmount, setAmount] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const subject = subjects.find((it) => it.key === key) ?? subjects[0];
  if (subject === undefined) return <p className="text-ink-2">{text('results.share.none')}</p>;
  const marks = [...(isDemo ? [text('results.demo')] : []), ...(subject.simulated ? [text('results.simulated')] : [])];
  const card: Card = {
    title: subject.title,
    period: subject.period,
    percent: showPercent(subject.rate),
    tone: directionOfPercent(subject.rate),
    amount: hasAmount ? `${showSigned(subject.result)} USDT` : undefined,
    marks,
    fact: text('results.share.fact'),
    name: 'Tidemark',
    locale,
  };
  return (
    <>
      {subjects.length > 1 && (
        <ChipGroup
          label={text('results.share.what')}
          value={subject.key}
          onChange={setKey}
          chips={subjects.map((it) => ({ value: it.key, label: it.label }))}
        />
      )}
      <Picture card={card} canvas={canvas} />
      <SwitchRow
        label={text('results.share.amount')}
        text={text('results.share.amount.why')}
        checked={hasAmount}
        onChange={setAmount}
      />
      <Actions canvas={canvas} name={`tidemark-${subject.key === 'period' ? shown.period : subject.key}.png`} />
    </>
  );
}

/** Lists the period, if it has a rate, and the coins that are held, cost something and have a price of now. */
function useSubjects({ period, rate, total, simulated }: Omit<Props, 'sheet'>): readonly Subject[] {
  const text = useText();
  const name = usePeriodName();
  const locale = useLocale();
  const scope = useSessionScope();
  const { data: holdings } = useQuery({
    queryKey: ['results', scope, 'holdings'],
    queryFn: ({ signal }) => call(listHoldings, {}, { signal }),
  });
  const { data: quotes, dataUpdatedAt } = useQuery(quotesQuery);
  const ageMs = Date.now() - dataUpdatedAt;
  const shown = name(period);
  const own =
    rate === undefined
      ? []
      : [
          {
            key: 'period',
            label: shown,
            title: text('results.share.result'),
            period: shown,
            rate,
            result: total,
            simulated,
          },
        ];
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const coins = (holdings?.list ?? []).flatMap(({ currency, quantity, cost }): Subject[] => {
    const quote = freshQuote(quotes?.list ?? [], ageMs, currency);
    if (cost === null || quote === undefined) return [];
    const value = valueAt(quantity, quote.price);
    const share = rateOfHolding(value, cost);
    if (share === undefined) return [];
    const title = text('results.share.holding', { coin: currency });
    const at = `${moment.format(quote.at)} UTC`;
    const result = subtract(value, cost);
    return [{ key: currency, label: currency, title, period: at, rate: share, result, simulated: quote.simulated }];
  });
  return [...own, ...coins];
}

type CanvasRef = { readonly current: HTMLCanvasElement | null };

/** The card as it will be saved, drawn in the app's theme and fonts. */
function Picture({ card, canvas }: { card: Card; canvas: React.RefObject<HTMLCanvasElement | null> }) {
  const drawn = JSON.stringify(card);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    const style = getComputedStyle(document.documentElement);
    const draw = () =>
      drawCard(pen, JSON.parse(drawn) as Card, paletteOf(style), getComputedStyle(document.body).fontFamily); // Written above.
    draw();
    void document.fonts.ready.then(draw); // Letters of a script may still be loading.
  }, [drawn, canvas]);
  return (
    <canvas
      ref={canvas}
      width={CARD_WIDTH}
      height={CARD_HEIGHT}
      className="mx-auto my-4 block w-60 rounded-card border border-line"
      role="img"
      aria-label={[card.title, card.percent, card.amount, card.period, ...card.marks].filter(Boolean).join(', ')}
    />
  );
}

function paletteOf(style: CSSStyleDeclaration): Palette {
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    bg: colour('bg'),
    surface: colour('s2'),
    line: colour('line'),
    ink1: colour('text-1'),
    ink2: colour('text-2'),
    brand: colour('brand'),
    up: colour('up'),
    down: colour('down'),
    flat: colour('flat'),
    warn: colour('warn'),
  };
}

/** Hands the picture to another app where the device can, and always lets it be saved. */
function Actions({ canvas, name }: { canvas: CanvasRef; name: string }) {
  const text = useText();
  const withPicture = (use: (file: File) => void) =>
    canvas.current?.toBlob(
      (bytes) => bytes !== null && use(new File([bytes], name, { type: 'image/png' })),
      'image/png',
    );
  const canShare = navigator.canShare?.({ files: [new File([], name, { type: 'image/png' })] }) ?? false;
  const share = (file: File) => {
    // Closing the system's own sheet is no failure.
    navigator.share({ files: [file] }).catch((error: Error) => {
      if (error.name !== 'AbortError') showToast(text('results.share.failed'), 'error');
    });
  };
  const save = (file: File) => {
    saveAs(file, name);
    showToast(text('results.share.saved'), 'ok');
  };
  return (
    <div className="pair mt-4">
      <Button tone={canShare ? 'plain' : 'primary'} onClick={() => withPicture(save)}>
        {text('results.share.save')}
      </Button>
      {canShare && (
        <Button tone="primary" onClick={() => withPicture(share)}>
          {text('results.share.send')}
        </Button>
      )}
    </div>
  );
}
