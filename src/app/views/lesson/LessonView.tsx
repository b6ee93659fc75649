import '../../styles/learn.css';
import { useApp } from '../../use';
import { LessonList } from './LessonList';
import { lessonNamed, VIEW } from './lessons';
import { StepView } from './StepView';

/** Lessons that ask before they tell. */
export function LessonView() {
  const stand = useApp(({ stands }) => stands[VIEW]);
  useApp((state) => state.ownLessons);
  const file = stand === undefined ? null : lessonNamed(stand.of);
  if (file === null || stand === undefined) return <LessonList />;
  return <StepView key={`${file.id} ${stand.at}`} file={file} at={stand.at} />;
}
