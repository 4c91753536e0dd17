import {
  AutoScroller,
  Cursor,
  DragDropManager,
  Draggable,
  Feedback,
  PointerSensor,
  PreventSelection,
  StyleInjector,
} from '@dnd-kit/dom';
import { styleNonce } from '#ui/state/style-nonce.ts';
import { areaAttribute, cardAttribute, type DropPlace, handleAttribute } from './card-board.tsx';

interface Dragged {
  readonly over: (place: DropPlace | null) => void;
  readonly drop: (id: string, place: DropPlace) => void;
}

export interface Dragging {
  readonly follow: () => void;
  readonly stop: () => void;
}

/** Drags a copy of the card; the card itself moves on drop. */
export function startDragging(root: HTMLElement, { over, drop }: Dragged, ghostClass: string): Dragging {
  const manager = new DragDropManager({
    sensors: [PointerSensor],
    plugins: [
      AutoScroller,
      Cursor,
      Feedback.configure({ dropAnimation: null }),
      PreventSelection,
      StyleInjector.configure({ nonce: styleNonce }),
    ],
  });
  const cards = new Map<Element, Draggable>();
  let ghost: HTMLElement | undefined;
  let place: DropPlace | null = null;

  const tell = (next: DropPlace | null) => {
    if (next?.list === place?.list && next?.at === place?.at) return;
    place = next;
    over(next);
  };
  const show = (element: Element) => {
    ghost = element.cloneNode(true) as HTMLElement;
    ghost.classList.add(ghostClass);
    ghost.removeAttribute(cardAttribute);
    ghost.inert = true;
    document.body.append(ghost);
    const feedback = manager.registry.plugins.get(Feedback);
    if (feedback) feedback.overlay = ghost;
  };
  const clear = () => {
    ghost?.remove();
    tell(null);
  };

  manager.monitor.addEventListener('beforedragstart', ({ operation: { source } }) => {
    const element = source && (source as Draggable).element;
    if (element) show(element);
  });
  manager.monitor.addEventListener('dragmove', (event) => tell(placeAt(root, event.to ?? event.operation.position.current)));
  manager.monitor.addEventListener('dragend', ({ operation, canceled }) => {
    const dropped = canceled ? null : placeAt(root, operation.position.current);
    clear();
    if (dropped) drop(String(operation.source?.data['card']), dropped);
  });

  return {
    follow: () => {
      const present = new Set(root.querySelectorAll(`[${cardAttribute}]`));
      for (const [element, card] of cards) {
        if (present.has(element) && element.getAttribute(cardAttribute) === card.data['card']) continue;
        card.destroy();
        cards.delete(element);
      }
      for (const element of present.difference(new Set(cards.keys()))) {
        const card = element.getAttribute(cardAttribute);
        const handle = element.querySelector(`[${handleAttribute}]`) ?? undefined;
        cards.set(element, new Draggable({ id: `card ${card}`, element, ...(handle && { handle }), data: { card } }, manager));
      }
    },
    stop: () => {
      clear();
      manager.destroy();
    },
  };
}

function placeAt(root: HTMLElement, { x, y }: { readonly x: number; readonly y: number }): DropPlace | null {
  const area = document.elementFromPoint(x, y)?.closest(`[${areaAttribute}]`);
  const list = area?.getAttribute(areaAttribute);
  if (!area || !list || !root.contains(area)) return null;
  const cards = [...area.querySelectorAll(`[${cardAttribute}]`)];
  const at = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { list, at: at === -1 ? cards.length : at };
}
