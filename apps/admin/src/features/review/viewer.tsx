import type { Picture } from '@app/domain/kyc';
import { Icon, type IconName } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { useLook } from '../../data/look.ts';
import { type OpenedCase, useCasePicture } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';
import { useKeys } from '../../lib/use-keys.ts';

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/**
 * Shows the pictures of a case. Each is drawn on a canvas from decoded pixels: there is no address to open, drag or save,
 * and nothing in the file can run. The server has drawn who looks and when into it.
 */
export function Viewer({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { pictures } = opened;
  const [at, setAt] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const show = (index: number) => {
    setAt(index);
    setZoom(0);
    setTurns(0);
  };
  const closer = () => setZoom(Math.min(ZOOMS.length - 1, zoom + 1));
  const further = () => setZoom(Math.max(0, zoom - 1));
  const turn = () => setTurns((turns + 1) % 4);
  const picture = pictures[at];
  useKeys({
    ...Object.fromEntries(pictures.map((_, index) => [String(index + 1), () => show(index)])),
    '+': closer,
    '=': closer,
    '-': further,
    t: turn,
  });
  if (picture === undefined) return <p className="d-px py-6 text-ink-3">{say('review.erased')}</p>;
  const name = say(`picture.${picture.part}`);
  const tools: readonly (readonly [name: string, icon: IconName, act: () => void])[] = [
    [say('review.smaller'), 'minus', further],
    [say('review.larger'), 'plus', closer],
    [say('review.turn'), 'convert', turn],
  ];
  return (
    <>
      <div className="d-title">
        <h2>{name}</h2>
        <small>
          {say('review.picture_about', {
            time: momentText(picture.sent_at, language),
            size: `${picture.width} × ${picture.height}`,
          })}
        </small>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that is larger than its frame scrolls. */}
      <section className="d-stage" aria-label={name} tabIndex={0} onContextMenu={(event) => event.preventDefault()}>
        <Shot key={picture.part} id={opened.case.id} part={picture.part} zoom={ZOOMS[zoom] ?? 1} turns={turns} />
      </section>
      <div className="d-stage__foot">
        <span className="flex items-center gap-2">
          <Icon name="eye" size={16} />
          {say('review.marked')}
        </span>
        <span className="d-stage__tools">
          {tools.map(([label, icon, act]) => (
            <button key={icon} type="button" aria-label={label} title={label} onClick={act}>
              <Icon name={icon} size={16} />
            </button>
          ))}
          <output className="ident">{(ZOOMS[zoom] ?? 1) * 100}%</output>
        </span>
      </div>
      <div className="d-film">
        {pictures.map(({ part }, index) => (
          <button
            key={part}
            type="button"
            aria-pressed={index === at}
            className={index === at ? 'd-film__i d-film__i--on' : 'd-film__i'}
            onClick={() => show(index)}
            onContextMenu={(event) => event.preventDefault()}
          >
            <Shot id={opened.case.id} part={part} zoom={1} turns={0} />
            <span className="d-film__l">
              {say(`picture.${part}`)}
              <kbd>{String(index + 1)}</kbd>
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

type ShotProps = { id: bigint; part: Picture; zoom: number; turns: number };

/** Draws one picture, turned by quarters. */
function Shot({ id, part, zoom, turns }: ShotProps) {
  const say = useSay();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: bitmap, isError, refetch } = useCasePicture(id, part);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (bitmap === undefined || !context) return;
    const isTurned = turns % 2 === 1;
    context.canvas.width = isTurned ? bitmap.height : bitmap.width;
    context.canvas.height = isTurned ? bitmap.width : bitmap.height;
    context.translate(context.canvas.width / 2, context.canvas.height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  }, [bitmap, turns]);
  if (isError)
    return (
      <button type="button" className="d-btn" onClick={() => void refetch()}>
        {say('review.picture_failed')}
      </button>
    );
  if (bitmap === undefined) return <span className="text-ink-3">{say('frame.loading')}</span>;
  const aspect = turns % 2 === 1 ? bitmap.height / bitmap.width : bitmap.width / bitmap.height;
  return (
    <canvas
      ref={canvas}
      className="d-shot"
      role="img"
      aria-label={say(`picture.${part}`)}
      style={{ '--aspect': aspect, '--zoom': zoom }}
    />
  );
}
