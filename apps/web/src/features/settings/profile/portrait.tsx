import { NoResponse } from '@app/client/call';
import { Avatar, Button, PercentSlider, ProgressBar, Sheet, showToast } from '@app/ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { seedOf } from '../../../lib/seed-of.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { type Crop, drag, settleCrop, squareOf, wholeOf, ZOOM_MAX } from './crop.ts';
import { useSavePortrait } from './profile.ts';

type Props = { userId: string; saved: string };

/** Shows the picture others see. A new one is shown while it uploads, and a failed upload can be retried. */
export function Portrait({ userId, saved }: Props) {
  const text = useText();
  const sheet = useSheet('crop');
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [cut, setCut] = useState<File>();
  const [percent, setPercent] = useState(0);
  const save = useSavePortrait(setPercent);
  const preview = useAddressOf(cut);
  const send = (picture: File | undefined) => {
    setCut(picture);
    setPercent(0);
    save.mutate(picture, {
      onSuccess: () => {
        setCut(undefined);
        showToast(
          text(picture === undefined ? 'settings.profile.picture.removed' : 'settings.profile.picture.saved'),
          'ok',
        );
      },
    });
  };
  const choose = (file: File) =>
    void createImageBitmap(file).then(
      (picture) => {
        setChosen(picture);
        sheet.open();
      },
      () => showToast(text('settings.profile.picture.unreadable'), 'error'),
    );
  const message = text('settings.profile.picture.sending', { percent });
  return (
    <section className="flex flex-col items-center pt-3">
      <Avatar seed={seedOf(userId)} size={80} picture={preview ?? saved} />
      <div className="mt-3 flex min-h-9 flex-wrap items-center justify-center gap-2">
        {save.isPending ? (
          <div className="w-44 text-center text-label text-ink-3">
            <p className="mb-1.5">{message}</p>
            <ProgressBar percent={percent} label={message} />
          </div>
        ) : (
          <>
            {save.isError && cut !== undefined && (
              <Button size="small" tone="primary" onClick={() => send(cut)}>
                {text('system.retry')}
              </Button>
            )}
            <ChooseFile onFile={choose} />
            {saved !== '' && !save.isError && (
              <Button size="small" onClick={() => send(undefined)}>
                {text('settings.profile.picture.remove')}
              </Button>
            )}
          </>
        )}
      </div>
      {save.error !== null && (
        <p className="hint hint--error" role="alert">
          {failureOf(save.error, text)}
        </p>
      )}
      <CropSheet
        picture={chosen}
        isOpen={sheet.isOpen}
        close={sheet.close}
        use={(file) => {
          sheet.close();
          send(file);
        }}
      />
    </section>
  );
}

/**
 * Returns the error text. A failed upload carries its own in the user's language; a call without a response does not.
 */
const failureOf = (error: Error, text: Text) =>
  error instanceof NoResponse ? describeFailure(error, text) : error.message;

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {text('settings.profile.picture')}
      </Button>
    </>
  );
}

/** Returns an object URL for a file, revoked when it is no longer shown. */
function useAddressOf(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === undefined) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

const SHOWN = 280;
/** Side of the portrait the server stores. */
const SIDE = 512;
const KEY_STEP = 10;
const QUALITY = 0.9;

type CropSheetProps = {
  picture: ImageBitmap | undefined;
  isOpen: boolean;
  close: () => void;
  use: (file: File) => void;
};

/** Selects the part of a picture shown in the circle: moved with a finger or the arrow keys, and zoomed. */
function CropSheet({ picture, isOpen, close, use }: CropSheetProps) {
  const text = useText();
  return (
    <Sheet
      open={isOpen && picture !== undefined}
      onClose={close}
      title={text('settings.profile.crop')}
      closeLabel={text('system.close')}
    >
      {picture !== undefined && <Cropper picture={picture} close={close} use={use} />}
    </Sheet>
  );
}

function Cropper({ picture, close, use }: { picture: ImageBitmap; close: () => void; use: (file: File) => void }) {
  const text = useText();
  const [crop, setCrop] = useState<Crop>(() => wholeOf(picture));
  const percent = Math.round(((crop.zoom - 1) / (ZOOM_MAX - 1)) * 100);
  const zoomTo = (share: number) =>
    setCrop((before) => settleCrop(picture, { ...before, zoom: 1 + (share / 100) * (ZOOM_MAX - 1) }));
  return (
    <>
      <Window
        picture={picture}
        crop={crop}
        move={(x, y) => setCrop((before) => drag(picture, before, { x, y, shown: SHOWN }))}
      />
      <p className="mt-3 text-center text-label text-ink-3">{text('settings.profile.crop.text')}</p>
      <div className="mt-3">
        <PercentSlider label={text('settings.profile.zoom')} percent={percent} onSlide={zoomTo} />
      </div>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button onClick={close}>{text('settings.profile.crop.cancel')}</Button>
        <Button tone="primary" onClick={() => void cutOut(picture, crop).then(use)}>
          {text('settings.profile.crop.use')}
        </Button>
      </div>
    </>
  );
}

type WindowProps = { picture: ImageBitmap; crop: Crop; move: (x: number, y: number) => void };

function Window({ picture, crop, move }: WindowProps) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => draw(canvas.current, picture, crop), [picture, crop]);
  const last = useRef({ x: 0, y: 0 });
  const onPointerDown = ({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent<HTMLCanvasElement>) => {
    currentTarget.setPointerCapture(pointerId);
    last.current = { x, y };
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent<HTMLCanvasElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    move(x - last.current.x, y - last.current.y);
    last.current = { x, y };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    move(x * KEY_STEP, y * KEY_STEP);
  };
  return (
    <canvas
      ref={canvas}
      className="mx-auto block size-70 cursor-grab touch-none rounded-full bg-s2"
      width={SIDE}
      height={SIDE}
      role="img"
      aria-label={text('settings.profile.crop.picture')}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function draw(canvas: HTMLCanvasElement | null, picture: ImageBitmap, crop: Crop): void {
  const pen = canvas?.getContext('2d');
  if (!pen) return;
  const { x, y, side } = squareOf(picture, crop);
  pen.fillStyle = '#fff'; // Transparent areas would become black in a JPEG.
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE);
}

/** Redraws the picture at the stored size, so that no more is sent than is shown. */
async function cutOut(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  draw(canvas, picture, crop);
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return new File([bytes ?? new Blob()], 'portrait.jpg', { type: 'image/jpeg' });
}
