// What the pointer or the focus is on is explained: elements say data-x (a word of explain.ts) and, where they know more,
// data-say (a sentence about this very number).
import { useEffect, useRef, useState } from 'preact/hooks';
import { explain } from './explain';

interface Shown { say: string; text: string; page: string; x: number; y: number; below: boolean }

export function Tooltip() {
  const [shown, set] = useState<Shown | null>(null);
  const owner = useRef<Element | null>(null);

  useEffect(() => {
    let timer = 0;
    const hide = () => {
      clearTimeout(timer);
      owner.current?.removeAttribute('aria-describedby');
      owner.current = null;
      set(null);
    };
    const show = (element: Element) => {
      const say = element.getAttribute('data-say') ?? '';
      const explanation = explain(element.getAttribute('data-x') ?? '');
      if (!say && !explanation) return;
      const at = element.getBoundingClientRect();
      const below = at.bottom + 130 < innerHeight;
      owner.current?.removeAttribute('aria-describedby');
      owner.current = element;
      element.setAttribute('aria-describedby', 'tooltip');
      set({ say, text: explanation?.text ?? '', page: explanation?.page ?? '', below,
        x: Math.max(8, Math.min(at.left + at.width / 2 - 160, innerWidth - 336)), y: below ? at.bottom + 8 : at.top - 8 });
    };
    const find = (target: EventTarget | null) => (target instanceof Element ? target.closest('[data-x],[data-say]') : null);
    const over = (event: Event) => {
      const element = find(event.target);
      if (element === owner.current) return;
      if (!element) return hide();
      clearTimeout(timer);
      timer = window.setTimeout(() => element.isConnected && show(element), owner.current ? 60 : 280);
    };
    const focus = (event: Event) => {
      const element = find(event.target);
      if (element && (event.target as Element).matches(':focus-visible')) show(element);
      else hide();
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    addEventListener('pointerover', over);
    addEventListener('focusin', focus);
    // What has the focus may have been scrolled into sight by it.
    const scroll = () => (owner.current && owner.current === document.activeElement ? show(owner.current) : hide());
    addEventListener('scroll', scroll, true);
    addEventListener('pointerdown', hide);
    addEventListener('keydown', key);
    return () => {
      hide();
      removeEventListener('pointerover', over);
      removeEventListener('focusin', focus);
      removeEventListener('scroll', scroll, true);
      removeEventListener('pointerdown', hide);
      removeEventListener('keydown', key);
    };
  }, []);

  if (!shown) return null;
  return (
    <div id="tooltip" role="tooltip" class="tooltip" style={`left:${shown.x}px;top:${shown.y}px;${shown.below ? '' : 'transform:translateY(-100%)'}`}>
      {shown.say && <p class="say">{shown.say}</p>}
      {shown.text && <p>{shown.text}</p>}
      {shown.page && <p class="page">More: {shown.page}</p>}
    </div>
  );
}
