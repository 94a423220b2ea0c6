import { buttonClass, Icon, NavBar, Note, Page, Steps, Tag } from '@app/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { storage } from '../../../lib/storage.ts';
import { LessonAction } from './lesson-action.tsx';
import { LessonPicture } from './lesson-picture.tsx';
import { LessonView } from './lesson-view.tsx';
import {
  doneLessons,
  finishLesson,
  GUIDE_PATH,
  LESSONS,
  type Lesson,
  lessonIn,
  lessonPath,
  nextLesson,
} from './lessons.ts';

/** /pages/index/guide; `?lesson=` shows one lesson, so that back returns to the list. */
export default function GuideScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const [done, setDone] = useState(() => doneLessons(storage));
  const lesson = lessonIn(address.get('lesson'));
  const back = { label: text('system.back'), go: useBack(lesson === undefined ? undefined : GUIDE_PATH) };
  const finish = (finished: Lesson) => setDone(finishLesson(storage, finished));
  const title = text(lesson === undefined ? 'content.guide.title' : `lesson.${lesson}.title`);
  return (
    <Page key={lesson ?? 'all'} bar={<NavBar title={title} back={back} />}>
      {lesson === undefined ? (
        <Lessons done={done} finish={finish} />
      ) : (
        <LessonView lesson={lesson} finish={() => finish(lesson)} />
      )}
    </Page>
  );
}

type ListProps = { done: readonly Lesson[]; finish: (lesson: Lesson) => void };

function Lessons({ done, finish }: ListProps) {
  const text = useText();
  const next = nextLesson(done);
  const count = text('lesson.done.count', { done: done.length, of: LESSONS.length });
  return (
    <div className="pb-6">
      <section className="px-gutter pt-2">
        <h2 className="text-hero text-balance">{text('lesson.head')}</h2>
        <div className="mt-4">
          <Steps count={LESSONS.length} done={done.length} label={count} />
        </div>
        <p className="mt-2 flex justify-between gap-3 text-label text-ink-3">
          <span>{count}</span>
          {next !== undefined && <span>{text('lesson.left', { minutes: LESSONS.length - done.length })}</span>}
        </p>
      </section>
      <ol className="mt-3">
        {LESSONS.map((lesson, index) => (
          <li key={lesson}>
            {lesson === next ? (
              <NextLesson lesson={lesson} number={index + 1} finish={() => finish(lesson)} />
            ) : (
              <LessonRow lesson={lesson} number={index + 1} isDone={done.includes(lesson)} />
            )}
          </li>
        ))}
      </ol>
      <div className="mx-gutter mt-3">
        <Note icon="info">{text('lesson.note')}</Note>
      </div>
    </div>
  );
}

const CIRCLE = 'flex size-8 flex-none items-center justify-center rounded-full text-label font-semibold';

type RowProps = { lesson: Lesson; number: number };

function LessonRow({ lesson, number, isDone }: RowProps & { isDone: boolean }) {
  const text = useText();
  return (
    <Link className="row min-h-15 py-2" to={lessonPath(lesson)}>
      {isDone ? (
        <span className={`${CIRCLE} bg-s2 text-ok`}>
          <Icon name="check" size={16} />
        </span>
      ) : (
        <span className={`${CIRCLE} border-[1.5px] border-ink-3 text-ink-2`}>{number}</span>
      )}
      <span className="row__main">
        <span className="row__t block">{text(`lesson.${lesson}.title`)}</span>
        <span className="row__s block">{text(`lesson.${lesson}.about`)}</span>
      </span>
      {isDone ? (
        <span className="text-label text-ok">{text('lesson.done')}</span>
      ) : (
        <span className="text-ink-3">
          <Icon name="right" size={16} />
        </span>
      )}
    </Link>
  );
}

/** Shows the next lesson with its picture and main sentence: it can be read, or tried at once. */
function NextLesson({ lesson, number, finish }: RowProps & { finish: () => void }) {
  const text = useText();
  return (
    <section className="card mx-gutter my-2 border-[1.5px] border-brand">
      <div className="flex items-center gap-3">
        <span className={`${CIRCLE} border-[1.5px] border-brand text-brand`}>{number}</span>
        <div className="min-w-0 grow">
          <h3 className="text-title">{text(`lesson.${lesson}.title`)}</h3>
          <p className="text-label text-ink-3">{text('lesson.minute', { about: text(`lesson.${lesson}.about`) })}</p>
        </div>
        <Tag>{text('lesson.next')}</Tag>
      </div>
      <div className="mt-3">
        <LessonPicture lesson={lesson} card={3} />
      </div>
      <p className="mt-3 text-label text-ink-2">{text(`lesson.${lesson}.1`)}</p>
      <div className="mt-3 grid grid-cols-[2fr_3fr] gap-3">
        <Link className={buttonClass({ wide: true })} to={lessonPath(lesson)}>
          {text('lesson.read')}
        </Link>
        <LessonAction lesson={lesson} onGo={finish} />
      </div>
    </section>
  );
}
