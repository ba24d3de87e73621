package brine

import java.nio.file.*
import java.nio.file.attribute.*

/** The place of a file that a write creates or replaces: behind all links. The new file gets the rights and the owner
  * of the old one.
  *
  * @param path the place itself, which is not a link; its folder exists
  */
private[brine] final class ReplacedFile private (val path: Path, isNew: Boolean):
  /** The attributes with which a part is created: only its owner may read the part of a file that has rights of its
    * own.
    */
  def creation: Array[FileAttribute[?]] =
    if isNew then Array.empty else ReplacedFile.onlyOwner(path)

  /** Gives a part the owner, group and rights of the old file. */
  def giveRights(part: Path): Unit = if !isNew then
    def view[V <: FileAttributeView](of: Path, kind: Class[V]): V | Null =
      Files.getFileAttributeView(of, kind, LinkOption.NOFOLLOW_LINKS)
    (view(path, classOf[PosixFileAttributeView]), view(part, classOf[PosixFileAttributeView])) match
      case (from: PosixFileAttributeView, to: PosixFileAttributeView) =>
        val (old, now) = (from.readAttributes, to.readAttributes)
        if old.owner != now.owner then to.setOwner(old.owner)
        if old.group != now.group then to.setGroup(old.group)
        // A change of the owner can change the rights, so they come last.
        if old.permissions != to.readAttributes.permissions then to.setPermissions(old.permissions)
      case _ =>
        (view(path, classOf[AclFileAttributeView]), view(part, classOf[AclFileAttributeView])) match
          case (from: AclFileAttributeView, to: AclFileAttributeView) =>
            if from.getOwner != to.getOwner then to.setOwner(from.getOwner)
            if from.getAcl != to.getAcl then to.setAcl(from.getAcl)
          case _ => ()

private[brine] object ReplacedFile:
  /** Follows links, and refuses a file that a rename would not replace as a write in place does.
    *
    * @throws java.nio.file.FileSystemException that names the file and the reason
    */
  def at(path: Path): ReplacedFile =
    val end = endOf(path.toAbsolutePath, MostLinks)
    val isNew = !Files.exists(end, LinkOption.NOFOLLOW_LINKS)
    if !isNew then check(end)
    new ReplacedFile(end, isNew)

  /** Attributes of a file that only its owner may read and write. None, if the file system does not know such rights.
    */
  def onlyOwner(path: Path): Array[FileAttribute[?]] =
    if views(path).contains("posix") then
      Array(PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
    else Array.empty

  @annotation.tailrec
  private def endOf(path: Path, links: Int): Path =
    if !Files.isSymbolicLink(path) then
      // A root has no folder. It is a directory, which is refused.
      if path.getFileName == null then path else path.getParent.toRealPath().resolve(path.getFileName)
    else if links == 0 then throw new FileSystemLoopException(path.toString)
    else endOf(path.getParent.toRealPath().resolve(Files.readSymbolicLink(path)), links - 1)

  private def check(path: Path): Unit =
    def refuse(reason: String) = throw new FileSystemException(path.toString, null, reason)
    if !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) then
      refuse("expected a regular file: write to a pipe or a device through a stream or a channel")
    if !Files.isWritable(path) then throw new AccessDeniedException(path.toString)
    val names = if views(path).contains("unix") then Files.getAttribute(path, "unix:nlink") else 1
    if names != 1 then
      refuse(s"the file has $names names (hard links), and a new file would get one of them: write through a channel")

  private def views(path: Path) = path.getFileSystem.supportedFileAttributeViews

  private final val MostLinks = 40
