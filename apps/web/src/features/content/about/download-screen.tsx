import { Button, Icon, Mark, NavBar, Page, QrCode, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useInstall, useInstallMethod } from './install.ts';
import { InstallSteps } from './install-steps.tsx';

const GAINS = ['screen', 'icon', 'offline'] as const;

/** /pages/setting/download */
export default function DownloadScreen() {
  const text = useText();
  const method = useInstallMethod();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.install.title')} back={back} />}>
      <Head isInstalled={method === 'installed'} />
      {method === 'prompt' && <InstallNow />}
      {(method === 'ios' || method === 'menu') && <InstallSteps method={method} />}
      {method === 'desktop' && <OnThePhone />}
      {method !== 'installed' && <Gains />}
    </Page>
  );
}

function Head({ isInstalled }: { isInstalled: boolean }) {
  const text = useText();
  return (
    <section className="flex flex-col items-center px-gutter pt-6 text-center">
      <span className="grid size-20 place-items-center rounded-card bg-s1">
        <Mark />
      </span>
      {isInstalled && <h2 className="mt-4 text-h2">{text('content.install.installed')}</h2>}
      <p className="mt-3 text-ink-2">{text(isInstalled ? 'content.install.installed.text' : 'content.install.text')}</p>
    </section>
  );
}

function InstallNow() {
  const text = useText();
  const { mutate, isPending } = useInstall();
  const install = () =>
    mutate(undefined, {
      onSuccess: (outcome) => outcome === 'dismissed' && showToast(text('content.install.declined')),
    });
  return (
    <div className="mt-5 px-gutter">
      <Button tone="primary" size="large" wide busy={isPending} onClick={install}>
        {text('content.install.action')}
      </Button>
    </div>
  );
}

function OnThePhone() {
  const text = useText();
  const address = `${location.origin}${import.meta.env.BASE_URL}`;
  return (
    <section className="mt-6 flex flex-col items-center px-gutter">
      <h2 className="text-title">{text('content.install.qr')}</h2>
      <p className="mt-1 mb-4 text-center text-label text-ink-2">{text('content.install.qr.text')}</p>
      <div className="w-44">
        <QrCode text={address} label={text('content.install.qr.label', { address })} />
      </div>
    </section>
  );
}

function Gains() {
  const text = useText();
  return (
    <section className="mt-6 px-gutter pb-6">
      <h2 className="text-title">{text('content.install.gain')}</h2>
      <ul className="mt-3 grid gap-2">
        {GAINS.map((gain) => (
          <li key={gain} className="flex gap-2 text-ink-2">
            <span className="text-ok">
              <Icon name="check" size={20} />
            </span>
            {text(`content.install.gain.${gain}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
