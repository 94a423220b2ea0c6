import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Logo } from '../src/index.ts';
import { bookSections } from './book-sections.tsx';
import { chartSections } from './chart-sections.tsx';
import { controlSections } from './control-sections.tsx';
import { dataSections } from './data-sections.tsx';
import { entrySections } from './entry-sections.tsx';
import { feedbackSections } from './feedback-sections.tsx';
import { fieldSections } from './field-sections.tsx';
import type { Section } from './section.ts';
import { shellSections } from './shell-sections.tsx';
import './gallery.css';

const LOOKS = { theme: ['dark', 'light'], price: ['gu', 'ru', 'cb'], motion: ['reduced'] } as const;

/** Applies `?theme=light&price=cb` like a user's settings. */
function dress(): void {
  const params = new URLSearchParams(location.search);
  for (const [name, looks] of Object.entries(LOOKS)) {
    const look = looks.find((known) => known === params.get(name));
    if (look !== undefined) document.documentElement.dataset[name] = look;
  }
}

const Panel = ({ title, body }: Section) => (
  <section className="gallery__panel">
    <h2 className="gallery__title">{title}</h2>
    {body}
  </section>
);

function Gallery() {
  const sections = [...controlSections, ...fieldSections, ...entrySections, ...feedbackSections, ...shellSections];
  const all = [...sections, ...dataSections, ...bookSections, ...chartSections];
  return (
    <div className="gallery">
      <h1 className="sr-only">Components</h1>
      <header className="gallery__head">
        <Logo name="Tidemark" size={36} />
        <span className="text-label text-ink-3">Components · 390 px units · 4 px grid</span>
      </header>
      <div className="gallery__columns">
        {all
          .filter(({ wide }) => wide !== true)
          .map((section) => (
            <Panel key={section.title} {...section} />
          ))}
      </div>
      {all
        .filter(({ wide }) => wide === true)
        .map((section) => (
          <Panel key={section.title} {...section} />
        ))}
    </div>
  );
}

dress();
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
