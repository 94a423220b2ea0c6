import { Button, Icon, showToast } from '@app/ui';
import { useNavigate } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import { useDemoIntent } from '../../../data/session/use-demo-intent.ts';
import { ACTIONS, type Lesson } from './lessons.ts';

const REGISTER_PATH = '/pages/common/register';

/** Opens the page of a lesson's action. A trade is always tried in demo mode; a visitor opens a demo account first. */
export function LessonAction({ lesson, onGo }: { lesson: Lesson; onGo: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const mode = useSession(({ user }) => user?.book);
  const { request } = useDemoIntent();
  const { path, inDemo } = ACTIONS[lesson];
  const needsAccount = inDemo && mode === undefined;
  const open = () => {
    onGo();
    void navigate(path);
  };
  const { mutate, isPending } = useChangeMode(open);
  const go = () => {
    if (needsAccount) {
      request();
      void navigate(REGISTER_PATH);
    } else if (inDemo && mode === 'real')
      mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
    else open();
  };
  return (
    <Button tone="primary" wide busy={isPending} onClick={go}>
      {inDemo && !needsAccount && <Icon name="play" size={20} />}
      {labelOf(lesson, needsAccount, text)}
    </Button>
  );
}

function labelOf(lesson: Lesson, needsAccount: boolean, text: Text): string {
  if (needsAccount) return text('lesson.open_demo');
  if (lesson === 'price' || lesson === 'safety' || lesson === 'cost') return text(`lesson.${lesson}.action`);
  return text('lesson.in_demo');
}
