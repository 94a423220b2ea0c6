import { Button, Steps } from '@app/ui';
import { useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { LessonAction } from './lesson-action.tsx';
import { LessonPicture } from './lesson-picture.tsx';
import { CARDS, type Card, GUIDE_PATH, type Lesson } from './lessons.ts';

const LAST = CARDS.length;

/** Shows one lesson, a card at a time. The last card leads to a page to try it on. */
export function LessonView({ lesson, finish }: { lesson: Lesson; finish: () => void }) {
  const text = useText();
  const back = useBack(GUIDE_PATH);
  const sentence = useRef<HTMLParagraphElement>(null);
  const [card, setCard] = useState<Card>(1);
  const show = (place: number) => {
    setCard(CARDS[place - 1] ?? 1);
    sentence.current?.focus(); // A screen reader reads the new card.
  };
  const end = () => {
    finish();
    back();
  };
  return (
    <div className="flex min-h-full flex-col px-gutter pt-2 pb-6">
      <Steps count={LAST} done={card} label={text('lesson.card', { card, of: LAST })} />
      <div className="card mt-4">
        <LessonPicture lesson={lesson} card={card} />
      </div>
      <p ref={sentence} tabIndex={-1} className="mt-5 min-h-26 text-h2 font-normal text-pretty outline-none">
        {text(`lesson.${lesson}.${card}`)}
      </p>
      <div className="mt-auto grid gap-3 pt-4">
        <div className="grid auto-cols-fr grid-flow-col gap-3">
          {card > 1 && (
            <Button wide onClick={() => show(card - 1)}>
              {text('lesson.previous')}
            </Button>
          )}
          {card < LAST ? (
            <Button tone="primary" wide onClick={() => show(card + 1)}>
              {text('lesson.continue')}
            </Button>
          ) : (
            <Button wide onClick={end}>
              {text('lesson.finish')}
            </Button>
          )}
        </div>
        {card === LAST && <LessonAction lesson={lesson} onGo={finish} />}
      </div>
    </div>
  );
}
