import { Button, NavBar, Page, ResultView } from '@app/ui';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { SECURITY_PATH } from '../security/with-security.tsx';

type SettledProps = { title: string; done: string; about: string; to?: string };

/**
 * Result of a change of protection, in place of its form; the only button leads back to the others, or to the page that
 * needed it.
 */
export function Settled({ title, done, about, to = SECURITY_PATH }: SettledProps) {
  const text = useText();
  const navigate = useNavigate();
  const leave = () => void navigate(to, { replace: true });
  return (
    <Page bar={<NavBar title={title} back={{ label: text('system.back'), go: leave }} />}>
      <div className="px-gutter pt-6">
        <ResultView
          kind="ok"
          title={done}
          text={about}
          actions={
            <Button tone="primary" onClick={leave}>
              {text('security.done')}
            </Button>
          }
        />
      </div>
    </Page>
  );
}
