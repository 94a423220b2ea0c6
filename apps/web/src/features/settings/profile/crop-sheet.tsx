import { Button, PercentSlider, Sheet } from '@app/ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { type Crop, drag, settleCrop, squareOf, wholeOf, ZOOM_MAX } from './crop.ts';

const SHOWN = 280;
/** Side of the portrait the server stores. */
const SIDE = 512;
const KEY_STEP = 10;
const QUALITY = 0.9;

type Props = { picture: ImageBitmap | undefined; isOpen: boolean; close: () => void; use: (file: File) => void };

/** Selects the part of a picture shown in the circle: moved with a finger or the arrow keys, and zoomed. */
export function CropSheet({ picture, isOpen, close, use }: Props) {
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
