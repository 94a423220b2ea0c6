import { Icon, type IconName } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

const STEPS = {
  ios: [
    ['share', 'content.install.ios.share'],
    ['plus', 'content.install.ios.add'],
    ['check', 'content.install.ios.open'],
  ],
  menu: [
    ['more', 'content.install.menu.open'],
    ['save', 'content.install.menu.add'],
  ],
} as const satisfies Record<string, readonly (readonly [IconName, string])[]>;

/** Shows the manual steps where the browser has no install prompt: each step beside the icon to look for. */
export function InstallSteps({ method }: { method: keyof typeof STEPS }) {
  const text = useText();
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{text(`content.install.${method}`)}</h2>
      <ol className="mt-3 grid gap-3">
        {STEPS[method].map(([icon, message], index) => (
          <li key={message} className="flex items-center gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-control bg-s2 text-brand">
              <Icon name={icon} />
            </span>
            <span>
              <span className="num text-ink-3">{index + 1}. </span>
              {text(message)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
