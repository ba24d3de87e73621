  test("a list in a cycle that two objects share is shared again") {
    val a = new Friend("a", List())
    val shared = List(new Friend("c", List()), a)
    a.friends = shared
    shared.head.friends = shared
    everyWay(a)(x => assert(x.friends.head.friends eq x.friends))
  }

  test("the same of a vector, a seq, a set and a map") {
    val v = new Vectors(Vector(), Seq(), null)
    v.vector = Vector(v, new Vectors(null, null, null))
    v.seq = Seq(v, null)
    v.other = new Vectors(v.vector, v.seq, null)
    everyWay(v) { x =>
      assert(x.vector(0) eq x)
      assert(x.seq(0) eq x)
      assert(x.other.seq eq x.seq, "seq")
      assert(x.other.vector eq x.vector, "vector")
    }
    val club = new Club("a", Set(), Map())
    club.members = Set(club)
    club.ranks = Map(club -> 1)
    val other = new Club("b", club.members, club.ranks)
    everyWay(Pair(club, other)) { p =>
      assert(p.b.members eq p.a.members, "set")
      assert(p.b.ranks eq p.a.ranks, "map")
    }
  }

