import { type RefObject, useEffect } from 'react';
import { Button } from '../entry/button.tsx';
import { showToast } from '../feedback/toast.tsx';
import { CARD_HEIGHT, CARD_WIDTH, type Card, drawCard, type Palette } from './draw-card.ts';

type CanvasRef = RefObject<HTMLCanvasElement | null>;

/** The card as it will be saved, drawn in the app's theme and fonts. */
export function SharePicture({ card, canvas }: { card: Card; canvas: CanvasRef }) {
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
      aria-label={[card.title, card.percent, card.amount, card.period, card.detail, ...card.marks]
        .filter(Boolean)
        .join(', ')}
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

type ActionsProps = {
  canvas: CanvasRef;
  name: string;
  labels: Readonly<Record<'save' | 'send' | 'saved' | 'failed', string>>;
  saveAs: (file: File, name: string) => void;
};

/** Hands the picture to another app where the device can, and always lets it be saved. */
export function ShareActions({ canvas, name, labels, saveAs }: ActionsProps) {
  const withPicture = (use: (file: File) => void) =>
    canvas.current?.toBlob(
      (bytes) => bytes !== null && use(new File([bytes], name, { type: 'image/png' })),
      'image/png',
    );
  const canShare = navigator.canShare?.({ files: [new File([], name, { type: 'image/png' })] }) ?? false;
  const share = (file: File) => {
    // Closing the system's own sheet is no failure.
    navigator.share({ files: [file] }).catch((error: Error) => {
      if (error.name !== 'AbortError') showToast(labels.failed, 'error');
    });
  };
  const save = (file: File) => {
    saveAs(file, name);
    showToast(labels.saved, 'ok');
  };
  return (
    <div className="pair mt-4">
      <Button tone={canShare ? 'plain' : 'primary'} onClick={() => withPicture(save)}>
        {labels.save}
      </Button>
      {canShare && (
        <Button tone="primary" onClick={() => withPicture(share)}>
          {labels.send}
        </Button>
      )}
    </div>
  );
}
