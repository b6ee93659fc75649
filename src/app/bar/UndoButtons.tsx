import { Redo2, Undo2 } from 'lucide-react';
import { useStore } from 'zustand';
import { actions, store } from '../app';
import { Button } from '../ui/controls';

/** Back and forth through every change of the text and of the choices. */
export function UndoButtons() {
  const past = useStore(store.temporal, (state) => state.pastStates.length);
  const future = useStore(store.temporal, (state) => state.futureStates.length);
  return (
    <span className="undo-buttons hide-presenting">
      <Button
        size="large"
        look="quiet"
        icon={<Undo2 size={15} />}
        label="Undo"
        disabled={past === 0}
        onClick={actions.undo}
      />
      <Button
        size="large"
        look="quiet"
        icon={<Redo2 size={15} />}
        label="Redo"
        disabled={future === 0}
        onClick={actions.redo}
      />
    </span>
  );
}
